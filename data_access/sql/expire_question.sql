-- A question that nobody answered by its moment is settled without an answer.
UPDATE question
SET state = 'expired', state_at = $due_at, settled_at = $due_at
WHERE task_id = $task_id AND question_id = $id AND state = 'pending'
