-- Which costs did sources report, and which are unknown and why? Fills `contracts.usage.CostArithmetic`.
-- Uses the filters of cost_by.
WITH known AS (
    SELECT model, service, bool_or(since_at IS NULL AND before_at IS NULL AND daily_from IS NULL AND daily_before IS NULL) AS is_timeless
    FROM price
    GROUP BY model, service
)
SELECT
    m.model, m.service,
    CASE
        WHEN m.cost_state <> 'unknown' THEN m.cost_state
        WHEN m.model IS NULL THEN 'no_model'
        WHEN m.fresh_input IS NULL OR m.output IS NULL THEN 'no_tokens'
        WHEN k.model IS NULL THEN 'no_price'
        WHEN m.occurred_at IS NULL AND NOT k.is_timeless THEN 'no_time'
        ELSE 'no_class_price'
    END AS reason,
    sum(m.usage_calls)::BIGINT AS calls,
    sum(m.cost_usd) AS amount_usd
FROM call_measure m
LEFT JOIN conversation c ON c.conversation_key = m.conversation_key
LEFT JOIN known k ON k.model = m.model AND k.service IS NOT DISTINCT FROM m.service
WHERE m.cost_state <> 'computed'
    AND ($conversation_key::VARCHAR IS NULL OR m.conversation_key = $conversation_key)
    AND ($model::VARCHAR IS NULL OR m.model = $model)
    AND ($project::VARCHAR IS NULL OR c.project = $project)
    AND ($origin::VARCHAR IS NULL OR c.origin = $origin)
    AND ($since::TIMESTAMPTZ IS NULL OR m.occurred_at >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR m.occurred_at < $until)
    AND ($moment::TIMESTAMPTZ IS NULL OR m.occurred_at <= $moment)
GROUP BY ALL
ORDER BY amount_usd DESC NULLS LAST, calls DESC, m.model, m.service, reason;
