-- Bring the tool calls that spans carry out in line with them.
UPDATE tool_observation
SET agent_id = s.agent_id, tool_call_id = s.tool_call_id
FROM span s
WHERE tool_observation.conversation_key = s.conversation_key AND tool_observation.observation_id = s.span_id
    AND s.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND tool_observation.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND s.tool_call_id IS NOT NULL
    AND (tool_observation.agent_id, tool_observation.tool_call_id) IS DISTINCT FROM (s.agent_id, s.tool_call_id)
