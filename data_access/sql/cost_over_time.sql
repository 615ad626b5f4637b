-- What did each stretch of time ($unit: day, month) cost, by model? Fills reading.cost_over_time.cost_over_time.
-- A call belongs to the day of its first row, cut in $timezone; calls without a time are left to the other readings.
SELECT
    -- The first and the last days of the calendar have no date in every zone.
    date_trunc(
        $unit,
        least(greatest(m.occurred_at, TIMESTAMPTZ '0001-01-03 00:00:00+00'), TIMESTAMPTZ '9999-12-30 00:00:00+00')
            AT TIME ZONE $timezone
    )::DATE AS starts_on,
    m.model,
    count(*) AS usage_calls,
    sum(m.cost_usd) AS cost_usd,
    sum(m.unpriced_calls)::BIGINT AS unpriced_calls
FROM call_measure m
WHERE m.occurred_at IS NOT NULL
    AND ($conversation_key::VARCHAR IS NULL OR m.conversation_key = $conversation_key)
    AND ($since::TIMESTAMPTZ IS NULL OR m.occurred_at >= $since)
GROUP BY ALL
ORDER BY starts_on, cost_usd DESC NULLS LAST, m.model;
