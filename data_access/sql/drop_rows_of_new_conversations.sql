-- Leave only the events of this block that may be stored already. (bulk load)
DELETE FROM block_row WHERE conversation_key IN (SELECT conversation_key FROM block_conversation WHERE is_new)
