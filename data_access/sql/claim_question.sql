-- Somebody says that they answer, or no longer; it holds nobody off.
UPDATE question
SET claimed_by = $claimed_by, claimed_by_name = $claimed_by_name, claimed_until = $claimed_until
WHERE task_id = $task_id AND question_id = $question_id
