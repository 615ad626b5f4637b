-- What did the fresh calls spend, by conversation, agent, task, phase and model? Adds to conversation_usage, but for
-- the conversations of `touched_conversation`, which are counted anew.
INSERT INTO conversation_usage BY NAME
SELECT
    conversation_key, agent_id, task_id, phase, model,
    sum(usage_calls)::BIGINT AS usage_calls,
    sum(duplicates_ignored)::BIGINT AS duplicates_ignored,
    coalesce(sum(fresh_input), 0)::BIGINT AS fresh_input,
    coalesce(sum(cache_read), 0)::BIGINT AS cache_read,
    coalesce(sum(cache_write_5m), 0)::BIGINT AS cache_write_5m,
    coalesce(sum(cache_write_1h), 0)::BIGINT AS cache_write_1h,
    coalesce(sum(cache_write_unspecified), 0)::BIGINT AS cache_write_unspecified,
    coalesce(sum(output), 0)::BIGINT AS output,
    coalesce(sum(reasoning), 0)::BIGINT AS reasoning,
    sum(cost_usd) AS cost_usd,
    sum(unpriced_calls)::BIGINT AS unpriced_calls,
    sum(at_least_calls)::BIGINT AS at_least_calls,
    sum(assumed_calls)::BIGINT AS assumed_calls
FROM call_measure_of('fresh_call', 'fresh_cost', agents := 'agent_of_fresh_call')
WHERE conversation_key NOT IN (SELECT conversation_key FROM touched_conversation)
GROUP BY ALL
ORDER BY conversation_key
