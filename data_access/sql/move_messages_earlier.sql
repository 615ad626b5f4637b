-- Which stored messages does a span repeat that came earlier? They move to the earliest.
UPDATE message
SET occurred_at = r.occurred_at, sequence = r.sequence, event_id = r.event_id, thread_id = r.thread_id, sender = r.sender,
    recipient = r.recipient
FROM (
    SELECT * FROM repeated_message
    QUALIFY row_number() OVER (
        PARTITION BY conversation_key, message_id ORDER BY occurred_at NULLS LAST, sequence, event_id
    ) = 1
) r
WHERE message.conversation_key = r.conversation_key AND message.message_id = r.message_id
    AND (r.occurred_at IS NULL, coalesce(r.occurred_at, TIMESTAMPTZ '1970-01-01'), r.sequence, r.event_id)
        < (message.occurred_at IS NULL, coalesce(message.occurred_at, TIMESTAMPTZ '1970-01-01'), message.sequence, message.event_id)
