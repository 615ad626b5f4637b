-- Which tool calls did models ask for in the traces to be settled? Fills writing.settle_traces.
SELECT conversation_key, event_id AS span_id, tool_call_id, tool
FROM tool_observation
WHERE part = 'call' AND starts_with(observation_id, event_id || '#')
    AND conversation_key IN (SELECT conversation_key FROM unsettled_trace)
ORDER BY conversation_key, tool_call_id, event_id
