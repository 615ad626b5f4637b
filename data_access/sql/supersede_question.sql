-- Another question asks this one anew: a pending one is closed by it, a settled one only linked.
UPDATE question
SET superseded_by = $superseded_by,
    state_at = CASE WHEN state = 'pending' THEN $at::TIMESTAMPTZ ELSE state_at END,
    state = CASE WHEN state = 'pending' THEN 'superseded' ELSE state END
WHERE task_id = $task_id AND question_id = $question_id
