-- What did each case use, and what belongs to none? Fills `contracts.usage.CostReport`; the key is the task.
WITH measured AS (
    SELECT m.*, c.project, c.origin, s.task_id AS key
    FROM call_measure m
    LEFT JOIN conversation c ON c.conversation_key = m.conversation_key
    LEFT JOIN event e
        ON e.conversation_key = m.conversation_key AND e.event_id = m.event_id
        AND m.conversation_key IN (SELECT conversation_key FROM round_stretch)
    LEFT JOIN round_stretch s
        ON s.conversation_key = m.conversation_key
        AND (s.from_position IS NULL OR log_position(m.occurred_at, e.sequence) >= s.from_position)
        AND (s.until_position IS NULL OR log_position(m.occurred_at, e.sequence) <= s.until_position)
    WHERE ($conversation_key::VARCHAR IS NULL OR m.conversation_key = $conversation_key)
        AND ($model::VARCHAR IS NULL OR m.model = $model)
        AND ($project::VARCHAR IS NULL OR c.project = $project)
        AND ($origin::VARCHAR IS NULL OR c.origin = $origin)
        AND ($since::TIMESTAMPTZ IS NULL OR m.occurred_at >= $since)
        AND ($until::TIMESTAMPTZ IS NULL OR m.occurred_at < $until)
        AND ($moment::TIMESTAMPTZ IS NULL OR m.occurred_at <= $moment)
)
SELECT
    grouping(key) = 1 AS is_total,
    key,
    coalesce(sum(usage_calls), 0) AS usage_calls,
    coalesce(sum(duplicates_ignored), 0) AS duplicates_ignored,
    coalesce(sum(fresh_input), 0) AS fresh_input,
    coalesce(sum(cache_read), 0) AS cache_read,
    coalesce(sum(cache_write_5m), 0) AS cache_write_5m,
    coalesce(sum(cache_write_1h), 0) AS cache_write_1h,
    coalesce(sum(cache_write_unspecified), 0) AS cache_write_unspecified,
    coalesce(sum(output), 0) AS output,
    coalesce(sum(reasoning), 0) AS reasoning,
    sum(cost_usd) AS cost_usd,
    coalesce(sum(unpriced_calls), 0) AS unpriced_calls,
    coalesce(list_sort(list(DISTINCT model) FILTER (unpriced_calls > 0 AND model IS NOT NULL)), []) AS unpriced_models,
    coalesce(sum(at_least_calls), 0) AS at_least_calls,
    coalesce(sum(assumed_calls), 0) AS assumed_calls
FROM measured
GROUP BY GROUPING SETS ((key), ())
ORDER BY is_total, key IS NULL, cost_usd DESC NULLS LAST, key
