-- Which spans does a run have, below which, and which failed? Fills reading.trace_spans.
SELECT s.span_id, any_value(s.parent_span_id) AS parent_span_id, any_value(s.started_at) AS started_at,
    bool_or(e.severity = 'error') IS TRUE AS is_error
FROM span s
LEFT JOIN event e ON e.conversation_key = s.conversation_key AND e.event_id = s.span_id
WHERE s.conversation_key = $conversation_key
GROUP BY s.span_id
ORDER BY started_at NULLS LAST, s.span_id;
