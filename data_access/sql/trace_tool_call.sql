-- What came of one tool call? Fills reading.trace.
SELECT
    'tool_call' AS kind, tool_call_id AS native_id, tool AS label, status, started_at, ended_at, event_id,
    status = 'error' AS is_error, agent_id, NULL AS own
FROM tool_outcome
WHERE conversation_key = $conversation_key AND tool_call_id = $tool_call_id;
