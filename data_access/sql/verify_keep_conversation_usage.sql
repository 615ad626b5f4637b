-- Keep the usage of conversations as it stands, to compare it with a recount. What arrives in parts stands in parts: it
-- is summed up here, as every reading does.
CREATE OR REPLACE TEMP TABLE kept_conversation_usage AS
SELECT
    conversation_key, agent_id, task_id, phase, model,
    sum(usage_calls)::BIGINT AS usage_calls,
    sum(duplicates_ignored)::BIGINT AS duplicates_ignored,
    sum(fresh_input)::BIGINT AS fresh_input,
    sum(cache_read)::BIGINT AS cache_read,
    sum(cache_write_5m)::BIGINT AS cache_write_5m,
    sum(cache_write_1h)::BIGINT AS cache_write_1h,
    sum(cache_write_unspecified)::BIGINT AS cache_write_unspecified,
    sum(output)::BIGINT AS output,
    sum(reasoning)::BIGINT AS reasoning,
    sum(cost_usd) AS cost_usd,
    sum(unpriced_calls)::BIGINT AS unpriced_calls,
    sum(at_least_calls)::BIGINT AS at_least_calls,
    sum(assumed_calls)::BIGINT AS assumed_calls
FROM conversation_usage
GROUP BY ALL
