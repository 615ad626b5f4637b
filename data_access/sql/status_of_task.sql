-- Where in the state table is a task?
SELECT status, generation
FROM investigation_task
WHERE task_id = $task_id
