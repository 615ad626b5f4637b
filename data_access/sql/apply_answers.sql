-- Answers are used by a report or the map now, where they were not before.
UPDATE answer
SET applied_at = $at
WHERE task_id = $task_id AND list_contains($answer_ids::VARCHAR[], answer_id) AND applied_at IS NULL
