-- How do the calls of each tool end? Fills reading.tool_reliability.
SELECT
    tool, count(*) AS calls, count(*) FILTER (status = 'ok') AS ok, count(*) FILTER (status = 'error') AS errors,
    count(*) FILTER (status = 'denied') AS denied, count(*) FILTER (status = 'unfinished') AS unfinished,
    count(DISTINCT conversation_key) AS runs, max(coalesce(ended_at, started_at)) FILTER (status = 'error') AS last_error_at,
    count(*) OVER () AS total
FROM tool_outcome
WHERE ($conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key)
    AND ($since::TIMESTAMPTZ IS NULL OR coalesce(started_at, ended_at) >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR coalesce(started_at, ended_at) < $until)
GROUP BY tool
ORDER BY errors DESC, calls DESC, tool
LIMIT $limit;
