-- Forget the calls of this desk that were found in the touched logs.
DELETE FROM desk_call_in_log WHERE conversation_key IN (SELECT conversation_key FROM touched_conversation)
