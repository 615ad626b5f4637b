-- Which agents does no span of the settled traces name any more? They go.
DELETE FROM agent_observation
WHERE conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND NOT EXISTS (
        SELECT 1 FROM settled_agent n
        WHERE n.conversation_key = agent_observation.conversation_key AND n.observation_id = agent_observation.observation_id
    )
