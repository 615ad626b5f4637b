-- How long do models and tools take? Fills reading.latency.
-- A tool takes from its call to its result; a model from the row it answers to its last row, where the source has them.
WITH took AS (
    SELECT
        'tool' AS kind, tool AS name, coalesce(started_at, ended_at) AS occurred_at,
        date_diff('microsecond', started_at, ended_at) AS microseconds
    FROM tool_outcome
    WHERE $conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key
    UNION ALL
    SELECT
        'model' AS kind, model AS name, occurred_at, date_diff('microsecond', asked_at, answered_at) AS microseconds
    FROM model_call_time_in($conversation_key::VARCHAR)
)
SELECT
    kind, name, count(*) AS calls, count(*) FILTER (microseconds >= 0) AS measured,
    count(*) FILTER (microseconds < 0) AS unreliable,
    quantile_cont(microseconds, 0.5) FILTER (microseconds >= 0) / 1000000 AS p50_seconds,
    quantile_cont(microseconds, 0.95) FILTER (microseconds >= 0) / 1000000 AS p95_seconds,
    max(microseconds) FILTER (microseconds >= 0) / 1000000 AS longest_seconds,
    count(*) OVER () AS total
FROM took
WHERE ($since::TIMESTAMPTZ IS NULL OR occurred_at >= $since) AND ($until::TIMESTAMPTZ IS NULL OR occurred_at < $until)
GROUP BY kind, name
ORDER BY kind, p95_seconds DESC NULLS LAST, calls DESC, name
LIMIT $limit;
