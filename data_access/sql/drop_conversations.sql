-- Takes the touched conversations out before they are counted anew.
DELETE FROM conversation WHERE conversation_key IN (SELECT conversation_key FROM touched_conversation)
