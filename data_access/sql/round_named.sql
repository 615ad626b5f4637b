-- Does a task have this round?
SELECT round_id
FROM investigation_round
WHERE task_id = $task_id AND round_id = $round_id
