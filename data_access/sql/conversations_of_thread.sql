-- Which runs know a thread? Fills reading.native_ids.
SELECT DISTINCT conversation_key
FROM (
    SELECT conversation_key FROM message WHERE thread_id = $native_id
    UNION ALL SELECT conversation_key FROM event WHERE thread_id = $native_id
    UNION ALL SELECT conversation_key FROM snapshot WHERE thread_id = $native_id
)
WHERE $conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key
ORDER BY conversation_key
LIMIT $limit;
