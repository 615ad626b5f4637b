-- Which tool calls of these traces does none of their spans tell any more? Their memberships go.
DELETE FROM also_in
WHERE table_name = 'tool_observation' AND conversation_key IN (SELECT conversation_key FROM told_in_trace WHERE row_id = '')
    AND NOT EXISTS (
        SELECT 1 FROM told_in_trace s
        WHERE s.conversation_key = also_in.conversation_key AND s.row_id = also_in.row_id
    )
