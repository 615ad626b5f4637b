-- The session that holds the lease has read every answer: the one that settled, later ones, edits and dissent.
UPDATE answer
SET delivered_at = $at
WHERE task_id = $task_id AND delivered_at IS NULL AND withdrawn_at IS NULL
RETURNING question_id
