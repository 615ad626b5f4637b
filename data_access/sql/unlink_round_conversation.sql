-- A run no longer belongs to a round, says somebody; what is recognised in logs and told by snapshots stays.
DELETE FROM round_conversation
WHERE task_id = $task_id AND round_id = $round_id AND conversation = $conversation
