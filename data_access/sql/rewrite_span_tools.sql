-- Write the tool calls of spans that have several statements as these say together.
UPDATE tool_observation
SET tool = m.tool, status = m.status, started_at = m.started_at, ended_at = m.ended_at, "input" = m."input", "output" = m."output",
    error = m.error, sequence = m.sequence
FROM merged_tool m
WHERE tool_observation.conversation_key = m.conversation_key AND tool_observation.observation_id = m.observation_id
