-- Bring the tool calls that stand in messages in line with the spans of those messages.
UPDATE tool_observation
SET agent_id = s.agent_id
FROM span s
WHERE tool_observation.conversation_key = s.conversation_key AND tool_observation.event_id = s.span_id
    AND tool_observation.observation_id <> s.span_id
    AND s.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND tool_observation.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND tool_observation.agent_id IS DISTINCT FROM s.agent_id
