-- Which agents of the settled traces are not stored? Stores them.
INSERT INTO agent_observation BY NAME
SELECT *
FROM settled_agent n
WHERE NOT EXISTS (
    SELECT 1 FROM agent_observation a
    WHERE a.conversation_key = n.conversation_key AND a.observation_id = n.observation_id
)
