-- What are the agents of a run called? Fills the labels of reading.timeline.timeline.
SELECT agent_id AS value, name AS label FROM agent WHERE conversation_key = $conversation_key AND name IS NOT NULL;
