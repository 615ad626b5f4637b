-- How large is the input of each model call of a run, and where was it compacted? Fills reading.context_growth.
WITH compacted AS (
    SELECT agent_id, occurred_at
    FROM event
    WHERE conversation_key = $conversation_key AND event_type = 'compact_summary' AND occurred_at IS NOT NULL
), called AS (
    SELECT
        call_key, agent_id, model, occurred_at, event_id,
        if(
            fresh_input IS NULL AND cache_read IS NULL AND cache_write_5m IS NULL AND cache_write_1h IS NULL
            AND cache_write_unspecified IS NULL,
            NULL,
            coalesce(fresh_input, 0) + coalesce(cache_read, 0) + coalesce(cache_write_5m, 0) + coalesce(cache_write_1h, 0)
            + coalesce(cache_write_unspecified, 0)
        )::BIGINT AS input_tokens,
        lag(occurred_at) OVER (PARTITION BY agent_id ORDER BY occurred_at, call_key) AS called_before
    FROM usage_call
    WHERE conversation_key = $conversation_key AND occurred_at IS NOT NULL
        AND ($agent_id::VARCHAR IS NULL OR agent_id = $agent_id)
), grown AS (
    SELECT
        *,
        (input_tokens - lag(input_tokens) OVER (PARTITION BY agent_id ORDER BY occurred_at, call_key))::BIGINT AS change,
        EXISTS (
            SELECT 1 FROM compacted k
            WHERE k.agent_id = called.agent_id AND k.occurred_at <= called.occurred_at AND k.occurred_at > called.called_before
        ) AS is_compacted,
        count(*) OVER () AS total
    FROM called
)
SELECT call_key, agent_id, model, occurred_at, event_id, input_tokens, change, is_compacted, total
FROM grown
WHERE $after_key::VARCHAR IS NULL OR (occurred_at, call_key) > ($after_at::TIMESTAMPTZ, $after_key)
ORDER BY occurred_at, call_key
LIMIT $limit;
