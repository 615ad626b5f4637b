-- Relate a task to another one.
INSERT INTO task_relation (task_id, related_task_id, relation)
VALUES ($task_id, $related_task_id, $relation)
ON CONFLICT DO NOTHING
