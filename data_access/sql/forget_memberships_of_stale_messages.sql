-- Which messages does a span not say any more, all its statements together? Their memberships go.
DELETE FROM also_in
WHERE table_name = 'message' AND (conversation_key, row_id) IN (
    SELECT (m.conversation_key, m.message_id)
    FROM message m
    JOIN said_in_merged_span n ON n.message_id = '' AND n.conversation_key = m.conversation_key AND n.event_id = m.event_id
    WHERE NOT EXISTS (
        SELECT 1 FROM said_in_merged_span s
        WHERE s.conversation_key = m.conversation_key AND s.event_id = m.event_id AND s.message_id = m.message_id
    )
)
