-- What was spent today, yesterday, in 7 and in 30 days, and in all? Fills reading.desk_overview.desk_overview.
WITH stretch (name, since, until) AS (
    VALUES
        ('all_time', NULL::TIMESTAMPTZ, NULL::TIMESTAMPTZ),
        ('today', $today, $tomorrow),
        ('yesterday', $yesterday, $today),
        ('seven_days', $week, $tomorrow),
        ('thirty_days', $month, $tomorrow)
)
SELECT
    s.name,
    usage_sum(COLUMNS(usage_counts())), sum(m.cost_usd) AS cost_usd,
    unpriced_models_in(m.model, m.unpriced_calls) AS unpriced_models
FROM stretch s LEFT JOIN call_measure m ON s.since IS NULL OR (m.occurred_at >= s.since AND m.occurred_at < s.until)
GROUP BY s.name;
