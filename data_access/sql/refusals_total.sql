-- How many refusals are there, of how many is the cost known, and what did those cost together? Fills reading.refusals.
SELECT
    count(*) AS refusals, count(*) FILTER (NOT is_known) AS unknown, usage_sum(COLUMNS(usage_counts())), sum(cost_usd) AS cost_usd,
    coalesce(list_sort(list_distinct(flatten(list(unpriced_models) FILTER (unpriced_models IS NOT NULL)))), []) AS unpriced_models
FROM refusal_cost_in($runs::VARCHAR[])
WHERE ($agent_id::VARCHAR IS NULL OR agent_id = $agent_id)
    AND ($since::TIMESTAMPTZ IS NULL OR refused_at >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR refused_at < $until)
