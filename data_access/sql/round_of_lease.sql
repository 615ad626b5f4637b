-- Which round of a task was given this lease token?
SELECT round_id, ended_at, end_reason
FROM investigation_round
WHERE task_id = $task_id AND lease_hash = $lease_hash
