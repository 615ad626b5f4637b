-- Which long texts were kept apart from spans that have several statements? Fills writing.settle_traces.
SELECT p.part_id, p.content
FROM content_part p
WHERE p.kind = 'text' AND (p.conversation_key, p.event_id) IN (
    SELECT (conversation_key, span_id)
    FROM span
    WHERE payload IS NOT NULL AND conversation_key IN (SELECT conversation_key FROM unsettled_trace)
)
