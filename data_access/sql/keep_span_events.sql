-- Make the event of every span that was not stored before.
INSERT INTO event BY NAME
SELECT
    s.conversation_key, s.span_id AS event_id, s.agent_id, s.agent_id AS thread_id, NULL AS task_id, s.kind AS event_type, s.phase,
    s.severity, coalesce(s.started_at, s.ended_at) AS occurred_at, NULL AS recorded_at, FALSE AS time_is_naive, s.summary, s.payload,
    NULL AS extra, s.sequence, s.file_id, s.line
FROM incoming_span s
WHERE s.place IN (SELECT place FROM sifted_span WHERE is_first)
ORDER BY s.conversation_key, occurred_at, s.sequence
