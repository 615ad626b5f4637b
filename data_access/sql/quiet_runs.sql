-- Which runs have open work and have been silent for a while? Fills reading.quiet_since.
-- Open work is a listed task that has not ended, or a tool call without a result; nobody says that such a run still runs.
-- A trace is handed over when its work is done, so it cannot fall silent.
WITH candidate AS (
    SELECT conversation_key, conversation_id, run_title, origin, last_at
    FROM runs_asked(NULL, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR)
    WHERE last_at <= $silent_since::TIMESTAMPTZ AND last_at >= $since::TIMESTAMPTZ AND basis <> 'trace'
), waiting AS (
    SELECT
        conversation_key, count(*) AS unfinished_calls, arg_max(tool, (started_at, sequence)) AS last_tool,
        arg_max(event_id, (started_at, sequence)) AS last_tool_event_id
    FROM tool_outcome
    WHERE conversation_key IN (SELECT conversation_key FROM candidate) AND status = 'unfinished'
    GROUP BY conversation_key
), listed AS (
    SELECT conversation_key, count(*) AS open_tasks
    FROM task
    WHERE conversation_key IN (SELECT conversation_key FROM candidate) AND is_listed
        AND NOT coalesce(list_contains($ended::VARCHAR[], lower(trim(status))), FALSE)
    GROUP BY conversation_key
)
SELECT
    c.*, coalesce(w.unfinished_calls, 0) AS unfinished_calls, w.last_tool, w.last_tool_event_id,
    coalesce(l.open_tasks, 0) AS open_tasks, count(*) OVER () AS total
FROM candidate c
LEFT JOIN waiting w ON w.conversation_key = c.conversation_key
LEFT JOIN listed l ON l.conversation_key = c.conversation_key
WHERE w.unfinished_calls > 0 OR l.open_tasks > 0
ORDER BY c.last_at DESC, c.conversation_key
LIMIT $limit;
