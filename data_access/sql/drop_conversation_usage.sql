-- Make room for the recounted usage of the touched conversations.
DELETE FROM conversation_usage
WHERE conversation_key IN (SELECT conversation_key FROM touched_conversation)
