-- Which notices are there since sending was turned on, the latest first? Fills reading.notices.notice_queue.
WITH queue AS (
    SELECT
        n.*, coalesce(d.state, 'waiting') AS state, coalesce(d.attempts, 0) AS attempts, d.last_tried_at, d.next_try_at,
        d.last_status, d.last_error, d.settled_at
    FROM notice n
    LEFT JOIN notice_delivery d ON d.notice_id = n.notice_id
    WHERE n.ordinal > $after
)
SELECT * FROM queue
WHERE ($state::VARCHAR IS NULL OR state = $state) AND ($before::BIGINT IS NULL OR ordinal < $before)
ORDER BY ordinal DESC
LIMIT $limit;
