-- Make the event of every span of `first_span`.
INSERT INTO event BY NAME
SELECT
    s.conversation_key, s.span_id AS event_id, s.agent_id, s.agent_id AS thread_id, NULL AS task_id, s.kind AS event_type, s.phase,
    s.severity, coalesce(s.started_at, s.ended_at) AS occurred_at, NULL AS recorded_at, FALSE AS time_is_naive, s.summary, s.payload,
    NULL AS extra, s.sequence, s.file_id, s.line
FROM first_span s
