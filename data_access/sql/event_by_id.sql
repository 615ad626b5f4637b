-- What is one event in full? Fills reading.events.event.
SELECT
    e.event_id, e.event_type, e.agent_id, e.thread_id, e.task_id, e.phase, e.severity, e.occurred_at, e.recorded_at,
    e.time_is_naive, e.summary, e.sequence, f.shown_path AS source_file, e.line, e.payload, e.extra
FROM event e LEFT JOIN import_file f ON f.file_id = e.file_id
WHERE e.conversation_key = $conversation_key AND e.event_id = $event_id;
