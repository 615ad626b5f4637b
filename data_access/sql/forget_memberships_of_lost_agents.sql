-- Which agents does no span of the settled traces name any more? Their memberships go.
DELETE FROM also_in
WHERE table_name = 'agent_observation' AND conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND NOT EXISTS (
        SELECT 1 FROM settled_agent n
        WHERE n.conversation_key = also_in.conversation_key AND n.observation_id = also_in.row_id
    )
