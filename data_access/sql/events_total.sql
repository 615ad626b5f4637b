-- How many events of a run, or of all runs, match? Fills reading.events.events; the filter is that of the two event lists.
SELECT count(*) AS total
FROM event e
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
    );
