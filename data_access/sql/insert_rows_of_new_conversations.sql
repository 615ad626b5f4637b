-- Store the events of this block whose conversation had none before this file. (bulk load)
INSERT INTO event
SELECT r.* EXCLUDE (place) FROM block_row r SEMI JOIN block_conversation k ON k.conversation_key = r.conversation_key AND k.is_new
ORDER BY r.conversation_key, r.occurred_at, r.sequence
