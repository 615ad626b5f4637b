-- How long do models and tools take? Fills reading.latency.
SELECT
    kind, name, count(*) AS calls, count(DISTINCT conversation_key) AS runs,
    count(*) FILTER (microseconds >= 0) AS measured, count(*) FILTER (microseconds < 0) AS unreliable,
    count(*) FILTER (microseconds IS NULL) AS unknown,
    quantile_cont(microseconds, 0.5) FILTER (microseconds >= 0) / 1000000 AS p50_seconds,
    quantile_cont(microseconds, 0.95) FILTER (microseconds >= 0) / 1000000 AS p95_seconds,
    max(microseconds) FILTER (microseconds >= 0) / 1000000 AS longest_seconds,
    arg_max(conversation_key, (microseconds, call_id)) FILTER (microseconds >= 0) AS longest_conversation_key,
    arg_max(event_id, (microseconds, call_id)) FILTER (microseconds >= 0 AND event_id IS NOT NULL) AS longest_event_id,
    min(occurred_at) AS first_at, max(occurred_at) AS last_at,
    count(*) OVER () AS total
FROM timed_call_in(
    $conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR, $since::TIMESTAMPTZ, $until::TIMESTAMPTZ
)
GROUP BY kind, name
ORDER BY kind, p95_seconds DESC NULLS LAST, calls DESC, name
LIMIT $limit;
