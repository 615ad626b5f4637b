-- What was spent today, yesterday, in 7 and in 30 days, and in all? Fills reading.desk_overview.desk_overview.
WITH stretch (name, since, until) AS (
    VALUES
        ('all_time', NULL::TIMESTAMPTZ, NULL::TIMESTAMPTZ),
        ('today', $today, $tomorrow),
        ('yesterday', $yesterday, $today),
        ('seven_days', $week, $tomorrow),
        ('thirty_days', $month, $tomorrow)
)
SELECT
    s.name,
    sum(m.usage_calls)::BIGINT AS usage_calls,
    sum(m.duplicates_ignored)::BIGINT AS duplicates_ignored,
    coalesce(sum(m.fresh_input), 0)::BIGINT AS fresh_input,
    coalesce(sum(m.cache_read), 0)::BIGINT AS cache_read,
    coalesce(sum(m.cache_write_5m), 0)::BIGINT AS cache_write_5m,
    coalesce(sum(m.cache_write_1h), 0)::BIGINT AS cache_write_1h,
    coalesce(sum(m.cache_write_unspecified), 0)::BIGINT AS cache_write_unspecified,
    coalesce(sum(m.output), 0)::BIGINT AS output,
    coalesce(sum(m.reasoning), 0)::BIGINT AS reasoning,
    sum(m.cost_usd) AS cost_usd,
    sum(m.unpriced_calls)::BIGINT AS unpriced_calls,
    coalesce(list(DISTINCT m.model ORDER BY m.model) FILTER (m.unpriced_calls > 0 AND m.model IS NOT NULL), []) AS unpriced_models,
    sum(m.at_least_calls)::BIGINT AS at_least_calls,
    sum(m.assumed_calls)::BIGINT AS assumed_calls
FROM stretch s LEFT JOIN call_measure m ON s.since IS NULL OR (m.occurred_at >= s.since AND m.occurred_at < s.until)
GROUP BY s.name;
