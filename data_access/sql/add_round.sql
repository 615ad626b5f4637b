-- A session claims a task: its round, numbered within the task, its attempt within the generation.
INSERT INTO investigation_round (
    task_id, round_id, ordinal, generation, attempt, agent, principal_id, lease_hash, lease_seconds, started_at
)
SELECT
    $task_id, 'R-' || n.ordinal, n.ordinal, $generation, n.attempt, $agent, $principal_id, $lease_hash, $lease_seconds, $at
FROM (
    SELECT 1 + count(*) AS ordinal, 1 + count(*) FILTER (generation = $generation) AS attempt
    FROM investigation_round
    WHERE task_id = $task_id
) n
RETURNING round_id, attempt
