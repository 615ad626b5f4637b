-- What was said in a thread, in order, after the message last given? Fills reading.thread_messages.
-- Messages without a time follow the timed ones, in source order.
SELECT
    thread_id, message_id, sender, recipient, role, content, occurred_at, reply_to, event_id, extra, sequence
FROM message
WHERE conversation_key = $conversation_key AND thread_id = $thread_id
    AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    AND (
        $after_id::VARCHAR IS NULL
        OR (occurred_at > $after_at::TIMESTAMPTZ OR (occurred_at IS NULL AND $after_at::TIMESTAMPTZ IS NOT NULL))
        OR (
            occurred_at IS NOT DISTINCT FROM $after_at::TIMESTAMPTZ
            AND (sequence, message_id) > ($after_sequence::BIGINT, $after_id)
        )
    )
ORDER BY occurred_at NULLS LAST, sequence, message_id
LIMIT $limit;
