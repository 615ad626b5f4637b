-- What had a run spent itself by a moment? Fills reading.runtime_summary.
SELECT
    coalesce(sum(usage_calls), 0)::BIGINT AS usage_calls,
    coalesce(sum(duplicates_ignored), 0)::BIGINT AS duplicates_ignored,
    coalesce(sum(fresh_input), 0)::BIGINT AS fresh_input,
    coalesce(sum(cache_read), 0)::BIGINT AS cache_read,
    coalesce(sum(cache_write_5m), 0)::BIGINT AS cache_write_5m,
    coalesce(sum(cache_write_1h), 0)::BIGINT AS cache_write_1h,
    coalesce(sum(cache_write_unspecified), 0)::BIGINT AS cache_write_unspecified,
    coalesce(sum(output), 0)::BIGINT AS output,
    coalesce(sum(reasoning), 0)::BIGINT AS reasoning,
    sum(cost_usd) AS cost_usd,
    coalesce(sum(unpriced_calls), 0)::BIGINT AS unpriced_calls,
    coalesce(list_sort(list(DISTINCT model) FILTER (unpriced_calls > 0 AND model IS NOT NULL)), []) AS unpriced_models,
    coalesce(sum(at_least_calls), 0)::BIGINT AS at_least_calls,
    coalesce(sum(assumed_calls), 0)::BIGINT AS assumed_calls
FROM call_measure
WHERE conversation_key = $conversation_key AND ($moment::TIMESTAMPTZ IS NULL OR occurred_at <= $moment);
