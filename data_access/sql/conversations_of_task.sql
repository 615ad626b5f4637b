-- Which runs know a task? Fills reading.native_ids.
SELECT DISTINCT conversation_key
FROM (
    SELECT conversation_key FROM task_observation WHERE task_id = $native_id
    UNION ALL SELECT conversation_key FROM task_result_observation WHERE task_id = $native_id
    UNION ALL SELECT conversation_key FROM event WHERE task_id = $native_id
)
WHERE $conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key
ORDER BY conversation_key
LIMIT $limit;
