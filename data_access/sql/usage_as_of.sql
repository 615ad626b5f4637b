-- What had a run spent itself by a moment? Fills reading.runtime_summary.
SELECT
    usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd,
    unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
FROM usage_until($conversation_key, $moment::TIMESTAMPTZ) u;
