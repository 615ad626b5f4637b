-- How long did a case stand at each status within a stretch of time? Fills reading.between_revisions.
SELECT
    status, sum(epoch_us(least(end_at, $until::TIMESTAMPTZ)) - epoch_us(greatest(begin_at, $since::TIMESTAMPTZ))) / 1000000 AS seconds
FROM case_status_span($until::TIMESTAMPTZ)
WHERE task_id = $task_id AND begin_at < $until::TIMESTAMPTZ AND end_at > $since::TIMESTAMPTZ
GROUP BY status
ORDER BY status
