-- In which hours of the week does something happen, in the reporting zone? Fills reading.desk_overview.desk_overview.
WITH quarter AS (
    SELECT time_bucket(INTERVAL 15 MINUTES, occurred_at) AS starts_at, count(*) AS events
    FROM event WHERE occurred_at >= $since AND occurred_at < $tomorrow
    GROUP BY ALL
)
SELECT
    isodow(timezone($timezone, starts_at)) AS weekday,
    hour(timezone($timezone, starts_at)) AS hour,
    sum(events)::BIGINT AS events
FROM quarter GROUP BY ALL ORDER BY weekday, hour;
