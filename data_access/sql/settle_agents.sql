-- Bring the agents of the traces in line with their spans.
UPDATE agent_observation
SET name = n.name, parent_agent_id = n.parent_agent_id, parent_rank = n.parent_rank,
    spawned_by_tool_call_id = n.spawned_by_tool_call_id, observed_at = n.observed_at
FROM settled_agent n
WHERE agent_observation.conversation_key = n.conversation_key AND agent_observation.observation_id = n.observation_id
