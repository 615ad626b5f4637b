-- A person has answered or refused a question that waited.
UPDATE question
SET state = $state, state_at = $at, settled_at = $at
WHERE task_id = $task_id AND question_id = $question_id AND state = 'pending'
RETURNING question_id
