-- Which conversations does anything speak of? Fills `touched_conversation`, to count all of them anew.
INSERT INTO touched_conversation
SELECT conversation_key FROM conversation
UNION
SELECT conversation_key FROM conversation_observation
UNION
SELECT conversation_key FROM conversation_usage
UNION
SELECT conversation_key FROM usage_call
