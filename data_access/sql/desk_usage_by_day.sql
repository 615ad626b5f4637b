-- What was spent on each day of the reporting zone? Fills reading.desk_overview.desk_overview.
SELECT
    timezone($timezone, m.occurred_at)::DATE AS day,
    unnest(usage_sums(m)),
    unpriced_models_in(m) AS unpriced_models
FROM call_measure m
WHERE m.occurred_at >= $since AND m.occurred_at < $tomorrow
GROUP BY day ORDER BY day;
