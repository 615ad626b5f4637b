-- Which messages does a span not say any more, all its statements together? They go.
DELETE FROM message
WHERE (conversation_key, event_id) IN (SELECT (conversation_key, event_id) FROM said_in_merged_span WHERE message_id = '')
    AND NOT EXISTS (
        SELECT 1 FROM said_in_merged_span s
        WHERE s.conversation_key = message.conversation_key AND s.event_id = message.event_id AND s.message_id = message.message_id
    )
