-- How does a task stand as it is written down? Fills writing.task_moves.task_standing.
SELECT
    t.task_id, t.title, t.description, t.status, t.generation, t.round_id, t.lease_expires_at,
    (SELECT lease_seconds FROM investigation_round WHERE task_id = $task_id AND ended_at IS NULL) AS lease_seconds
FROM investigation_task t
WHERE t.task_id = $task_id
