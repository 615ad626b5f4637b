-- What are the agents of a run called? Fills reading.written_files.
SELECT agent_id, name
FROM agent
WHERE conversation_key = $conversation_key
ORDER BY agent_id
