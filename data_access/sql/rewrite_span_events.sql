-- Write the events of spans that have several statements as these say together.
UPDATE event
SET event_type = m.kind, severity = m.severity, occurred_at = coalesce(m.started_at, m.ended_at), summary = m.summary,
    payload = m.payload, sequence = m.sequence
FROM merged_span m
WHERE event.conversation_key = m.conversation_key AND event.event_id = m.span_id
