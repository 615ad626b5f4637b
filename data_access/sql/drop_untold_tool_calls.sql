-- Which tool calls of these traces does none of their spans tell any more? They go.
DELETE FROM tool_observation
WHERE conversation_key IN (SELECT conversation_key FROM told_in_trace WHERE row_id = '')
    AND NOT EXISTS (
        SELECT 1 FROM told_in_trace s
        WHERE s.conversation_key = tool_observation.conversation_key AND s.row_id = tool_observation.observation_id
    )
