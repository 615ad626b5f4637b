-- What did the calls of these spans of a run spend, gathered by the span named beside each? Fills reading.trace_spans.
WITH gathered AS (
    SELECT unnest($span_ids::VARCHAR[]) AS span_id, unnest($top_ids::VARCHAR[]) AS top_id
)
SELECT
    g.top_id,
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
    coalesce(list_sort(list(DISTINCT m.model) FILTER (m.unpriced_calls > 0 AND m.model IS NOT NULL)), []) AS unpriced_models,
    sum(m.at_least_calls)::BIGINT AS at_least_calls,
    sum(m.assumed_calls)::BIGINT AS assumed_calls
FROM gathered g
JOIN call_measure m ON m.conversation_key = $conversation_key AND m.event_id = g.span_id
GROUP BY g.top_id;
