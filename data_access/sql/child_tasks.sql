-- Which tasks are parts of a task? Fills reading.task_evidence.
SELECT task_id
FROM task_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
WHERE conversation_key = $conversation_key AND parent_task_id = $task_id
ORDER BY started_at NULLS LAST, task_id;
