-- What expired first by a moment, on one task or on all? A question of the same moment goes before a lease.
-- Tasks on which a write waits can be left out.
WITH due AS (
    SELECT q.task_id, 'question' AS kind, q.question_id AS id, q.expires_at AS due_at, 1 AS turn
    FROM question q
    WHERE q.state = 'pending' AND q.expires_at <= $at
    UNION ALL
    SELECT a.task_id, 'action', a.action_id, a.expires_at, 2
    FROM proposed_action a
    WHERE a.state = 'pending' AND a.expires_at <= $at
    UNION ALL
    SELECT t.task_id, 'calculation', t.task_id, t.wait_until, 3
    FROM investigation_task t
    WHERE t.status = 'waiting_calculation' AND t.wait_until <= $at
    UNION ALL
    SELECT t.task_id, 'lease', t.round_id, t.lease_expires_at, 4
    FROM investigation_task t
    WHERE t.status = 'running' AND t.lease_expires_at <= $at
)
SELECT task_id, kind, id, due_at
FROM due
WHERE ($task_id::VARCHAR IS NULL OR task_id = $task_id) AND NOT list_contains($left_out::VARCHAR[], task_id)
ORDER BY due_at, turn, task_id, id
LIMIT 1
