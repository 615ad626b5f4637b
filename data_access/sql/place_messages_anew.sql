-- Where does each message of the traces come first, among the spans that are left? Moves it there.
UPDATE message
SET occurred_at = n.occurred_at, sequence = n.sequence, event_id = n.event_id
FROM placed_message n
WHERE message.conversation_key = n.conversation_key AND message.message_id = n.message_id
    AND (message.occurred_at, message.sequence, message.event_id) IS DISTINCT FROM (n.occurred_at, n.sequence, n.event_id)
