-- Which events of a run, or of all runs, match, newest first, after the last one given? Fills reading.events.events.
-- Events without a time follow the timed ones, latest of the source first.
SELECT
    c.conversation_id, e.conversation_key, c.basis, e.event_id, e.event_type, e.agent_id, e.thread_id, e.task_id, e.phase,
    e.severity, e.occurred_at, e.recorded_at, e.time_is_naive, e.summary, e.sequence, f.shown_path AS source_file, e.line
FROM event e
JOIN conversation c ON c.conversation_key = e.conversation_key
LEFT JOIN import_file f ON f.file_id = e.file_id
WHERE ($conversation_key::VARCHAR IS NULL OR e.conversation_key = $conversation_key)
    AND known_as_of(e.occurred_at, e.file_id, e.line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    AND ($agent_id::VARCHAR IS NULL OR e.agent_id = $agent_id)
    AND ($thread_id::VARCHAR IS NULL OR e.thread_id = $thread_id)
    AND ($task_id::VARCHAR IS NULL OR e.task_id = $task_id)
    AND ($event_types::VARCHAR[] IS NULL OR list_contains($event_types::VARCHAR[], e.event_type))
    AND ($severity::VARCHAR IS NULL OR e.severity = $severity)
    AND ($since::TIMESTAMPTZ IS NULL OR e.occurred_at >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR e.occurred_at < $until)
    AND (
        $text::VARCHAR IS NULL OR contains(lower(e.summary), lower($text)) OR contains(lower(e.payload::VARCHAR), lower($text))
    )
    AND (
        $after_id::VARCHAR IS NULL
        OR (e.occurred_at < $after_at::TIMESTAMPTZ OR (e.occurred_at IS NULL AND $after_at::TIMESTAMPTZ IS NOT NULL))
        OR (
            e.occurred_at IS NOT DISTINCT FROM $after_at::TIMESTAMPTZ
            AND (e.sequence, e.event_id, e.conversation_key)
                < ($after_sequence::BIGINT, $after_id::VARCHAR, $after_key::VARCHAR)
        )
    )
ORDER BY e.occurred_at DESC NULLS LAST, e.sequence DESC, e.event_id DESC, e.conversation_key DESC
LIMIT $limit;
