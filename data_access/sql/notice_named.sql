-- How does this notice stand? Fills reading.notices.notice_named, and what settles one.
SELECT
    n.*, coalesce(d.state, 'waiting') AS state, coalesce(d.attempts, 0) AS attempts, d.last_tried_at, d.next_try_at,
    d.last_status, d.last_error, d.settled_at
FROM notice n
LEFT JOIN notice_delivery d ON d.notice_id = n.notice_id
WHERE n.notice_id = $notice_id;
