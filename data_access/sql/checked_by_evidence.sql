-- Which tool calls and tasks do these ids stand for in a run? Fills reading.verifier.
SELECT 'tool_outcome' AS kind, tool_call_id AS id, tool, status, task_id
FROM tool_outcome_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
WHERE conversation_key = $conversation_key AND list_contains($ids::VARCHAR[], tool_call_id)
UNION ALL
SELECT 'task' AS kind, task_id AS id, NULL AS tool, NULL AS status, task_id
FROM task_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
WHERE conversation_key = $conversation_key AND list_contains($ids::VARCHAR[], task_id)
ORDER BY kind DESC, id;
