-- Keep the JSON of a span's only statement with it, before its event is rewritten for several.
UPDATE span
SET payload = e.payload
FROM event e
WHERE e.conversation_key = span.conversation_key AND e.event_id = span.span_id AND span.payload IS NULL
    AND span.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND e.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND (span.conversation_key, span.span_id) IN (
        SELECT (s.conversation_key, s.span_id)
        FROM span s
        WHERE s.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
        GROUP BY ALL
        HAVING count(*) > 1
    )
