-- Which runs does an id stand for, as native id or as the desk's key? Fills reading.named_conversation.
SELECT conversation_key, conversation_id, basis
FROM conversation
WHERE conversation_key = $conversation OR conversation_id = $conversation
ORDER BY conversation_key;
