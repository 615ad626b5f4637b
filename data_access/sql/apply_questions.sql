-- Questions whose answers are used for the first time.
UPDATE question
SET applied_at = $at
WHERE task_id = $task_id AND applied_at IS NULL
    AND question_id IN (
        SELECT question_id FROM answer WHERE task_id = $task_id AND list_contains($answer_ids::VARCHAR[], answer_id)
    )
