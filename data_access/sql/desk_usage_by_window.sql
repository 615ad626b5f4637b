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
    unnest(usage_sums(m)),
    unpriced_models_in(m) AS unpriced_models
FROM stretch s LEFT JOIN call_measure m ON s.since IS NULL OR (m.occurred_at >= s.since AND m.occurred_at < s.until)
GROUP BY s.name;
