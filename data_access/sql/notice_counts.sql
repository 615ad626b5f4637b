-- How many notices stand how since sending was turned on, and since when does the oldest wait? Fills reading.notices.
SELECT coalesce(d.state, 'waiting') AS state, count(*) AS notices, min(n.occurred_at) AS oldest_at
FROM notice n
LEFT JOIN notice_delivery d ON d.notice_id = n.notice_id
WHERE n.ordinal > $after
GROUP BY ALL
ORDER BY state;
