-- How do the calls of each tool end? Fills reading.tool_reliability.
SELECT
    tool, count(*) AS calls, count(*) FILTER (status = 'ok') AS ok, count(*) FILTER (status = 'error') AS errors,
    count(*) FILTER (status = 'denied') AS denied, count(*) FILTER (status = 'unfinished') AS unfinished,
    count(DISTINCT conversation_key) AS runs,
    max(coalesce(ended_at, started_at)) FILTER (status = 'error') AS last_error_at,
    arg_max(conversation_key, (coalesce(ended_at, started_at), sequence, tool_call_id)) FILTER (status = 'error') AS last_error_conversation_key,
    arg_max(event_id, (coalesce(ended_at, started_at), sequence, tool_call_id))
        FILTER (status = 'error' AND event_id IS NOT NULL) AS last_error_event_id,
    min(coalesce(started_at, ended_at)) AS first_at, max(coalesce(started_at, ended_at)) AS last_at,
    count(*) OVER () AS total
FROM tool_outcome
WHERE ($conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key)
    AND conversation_key IN (
        SELECT conversation_key
        FROM runs_asked($conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR)
    )
    AND ($since::TIMESTAMPTZ IS NULL OR coalesce(started_at, ended_at) >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR coalesce(started_at, ended_at) < $until)
GROUP BY tool
ORDER BY errors DESC, calls DESC, tool
LIMIT $limit;
