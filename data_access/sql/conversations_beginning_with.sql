-- Which runs have an id or a key that begins with a text? Fills reading.named_conversation.
SELECT conversation_key, conversation_id, basis
FROM conversation
WHERE starts_with(conversation_id, $beginning) OR starts_with(conversation_key, $beginning)
ORDER BY conversation_key
LIMIT 6;
