-- Which notices are to be sent now, the oldest first? A later one of a case waits for the earlier ones, unless those have
-- failed often; what somebody asked for waits for none. Fills reading.notices.due_notices.
WITH waiting AS (
    SELECT
        n.*, coalesce(d.attempts, 0) AS attempts, d.first_tried_at, coalesce(d.is_asked_for, FALSE) AS is_asked_for,
        coalesce(d.is_asked_for OR d.next_try_at IS NULL OR d.next_try_at <= $at, TRUE) AS is_due
    FROM notice n
    LEFT JOIN notice_delivery d ON d.notice_id = n.notice_id
    WHERE n.ordinal > $after AND coalesce(d.state, 'waiting') = 'waiting'
), placed AS (
    SELECT
        *, coalesce(bool_or(NOT is_due AND attempts < $patience) OVER (
            PARTITION BY task_id ORDER BY ordinal ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), FALSE) AS is_held
    FROM waiting
)
SELECT * EXCLUDE (is_due, is_held)
FROM placed
WHERE is_due AND (is_asked_for OR (NOT is_held AND NOT $only_asked_for::BOOLEAN))
ORDER BY ordinal
LIMIT $limit;
