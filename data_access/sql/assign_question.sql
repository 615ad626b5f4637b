-- Somebody else should answer.
UPDATE question
SET assignee = $assignee
WHERE task_id = $task_id AND question_id = $question_id
