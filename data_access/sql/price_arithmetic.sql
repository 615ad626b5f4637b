-- How does each sum of computed money come about: tokens of a class, times the rate, is the amount? One row
-- for each set of rates, with sums by class. Fills `contracts.usage.CostArithmetic`. Uses the filters of cost_by.
WITH measured AS (
    SELECT m.*
    FROM call_measure m
    LEFT JOIN conversation c ON c.conversation_key = m.conversation_key
    WHERE m.price_key IS NOT NULL AND m.cost_state = 'computed'
        AND ($conversation_key::VARCHAR IS NULL OR m.conversation_key = $conversation_key)
        AND ($model::VARCHAR IS NULL OR m.model = $model)
        AND ($project::VARCHAR IS NULL OR c.project = $project)
        AND ($origin::VARCHAR IS NULL OR c.origin = $origin)
        AND ($since::TIMESTAMPTZ IS NULL OR m.occurred_at >= $since)
        AND ($until::TIMESTAMPTZ IS NULL OR m.occurred_at < $until)
        AND ($moment::TIMESTAMPTZ IS NULL OR m.occurred_at <= $moment)
), summed AS (
    SELECT
        price_key,
        count(*) AS calls,
        sum(fresh_input) AS fresh_input,
        coalesce(sum(cache_read), 0) AS cache_read,
        coalesce(sum(cache_write_5m), 0) AS cache_write_5m,
        coalesce(sum(cache_write_1h), 0) AS cache_write_1h,
        coalesce(sum(cache_write_unspecified), 0) AS cache_write_unspecified,
        sum(output) AS output,
        sum(web_searches) AS web_search,
        sum(cost_usd) AS amount_usd
    FROM measured
    GROUP BY price_key
)
SELECT
    p.price_key, p.price_version, v.source, p.model, p.priced_as, p.provider, p.service, p.since_at, p.before_at,
    p.daily_from::VARCHAR AS daily_from, p.daily_before::VARCHAR AS daily_before,
    p.input_over, p.input_up_to, p.note, s.calls, s.amount_usd,
    UNNEST([
        {'token_class': 'fresh_input', 'tokens': s.fresh_input, 'rate_usd': p.fresh_input},
        {'token_class': 'cache_read', 'tokens': s.cache_read, 'rate_usd': p.cache_read},
        {'token_class': 'cache_write_5m', 'tokens': s.cache_write_5m, 'rate_usd': p.cache_write_5m},
        {'token_class': 'cache_write_1h', 'tokens': s.cache_write_1h, 'rate_usd': p.cache_write_1h},
        {'token_class': 'cache_write_unspecified', 'tokens': s.cache_write_unspecified, 'rate_usd': p.cache_write_5m},
        {'token_class': 'output', 'tokens': s.output, 'rate_usd': p.output},
        {'token_class': 'web_search', 'tokens': s.web_search, 'rate_usd': p.web_search}
    ]) AS line
FROM summed s
JOIN price p USING (price_key)
JOIN price_version v USING (price_version)
ORDER BY s.amount_usd DESC, p.model, p.price_key
