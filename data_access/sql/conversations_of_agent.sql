-- Which runs know an agent? Fills reading.native_ids.
SELECT DISTINCT conversation_key
FROM (
    SELECT conversation_key FROM agent_observation WHERE agent_id = $native_id
    UNION ALL SELECT conversation_key FROM event WHERE agent_id = $native_id
    UNION ALL SELECT conversation_key FROM usage_call WHERE agent_id = $native_id
)
WHERE $conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key
ORDER BY conversation_key
LIMIT $limit;
