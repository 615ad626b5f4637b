-- What was spent on each day of the reporting zone? Fills reading.desk_overview.desk_overview.
SELECT
    timezone($timezone, m.occurred_at)::DATE AS day,
    usage_sum(COLUMNS(usage_counts())), sum(m.cost_usd) AS cost_usd,
    unpriced_models_in(m.model, m.unpriced_calls) AS unpriced_models
FROM call_measure m
WHERE m.occurred_at >= $since AND m.occurred_at < $tomorrow
GROUP BY day ORDER BY day;
