-- The session that holds the lease has read what was settled since.
UPDATE question
SET delivered_at = $at
WHERE task_id = $task_id AND delivered_at IS NULL AND state IN ('answered', 'declined', 'expired')
RETURNING question_id
