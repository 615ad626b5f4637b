-- How does a task stand as it is written down? Fills writing.task_moves.task_standing.
SELECT
    t.task_id, t.title, t.description, t.status, t.generation, t.round_id, t.lease_expires_at, r.lease_seconds
FROM investigation_task t
LEFT JOIN investigation_round r ON r.task_id = t.task_id AND r.ended_at IS NULL
WHERE t.task_id = $task_id
