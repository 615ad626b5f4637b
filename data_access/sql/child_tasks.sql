-- Which tasks are parts of a task? Fills reading.task_evidence.
SELECT task_id
FROM placed_task_as_of($conversation_key, $moment::TIMESTAMPTZ, $places::BIGINT[])
WHERE parent_task_id = $task_id
ORDER BY started_at NULLS LAST, task_id;
