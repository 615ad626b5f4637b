-- How large is the input of each model call of a run, and where was it compacted? Fills reading.context_growth.
WITH grown AS (
    SELECT *, count(*) OVER () AS total
    FROM context_call_in($conversation_key::VARCHAR)
    WHERE $agent_id::VARCHAR IS NULL OR agent_id = $agent_id
)
SELECT call_key, agent_id, model, occurred_at, event_id, input_tokens, change, is_compacted, total
FROM grown
WHERE $after_key::VARCHAR IS NULL OR (occurred_at, call_key) > ($after_at::TIMESTAMPTZ, $after_key)
ORDER BY occurred_at, call_key
LIMIT $limit;
