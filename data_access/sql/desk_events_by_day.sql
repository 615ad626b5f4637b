-- How many events fell on each day of the reporting zone? Fills reading.desk_overview.desk_overview.
-- Quarters of an hour are counted first: every zone's offset is a multiple of one, and few are left to convert.
WITH quarter AS (
    SELECT time_bucket(INTERVAL 15 MINUTES, occurred_at) AS starts_at, count(*) AS events
    FROM event WHERE occurred_at >= $since AND occurred_at < $tomorrow
    GROUP BY ALL
)
SELECT timezone($timezone, starts_at)::DATE AS day, sum(events)::BIGINT AS events
FROM quarter GROUP BY ALL ORDER BY day;
