-- How much happened on each lane in each stretch of time? Fills reading.timeline.timeline.
-- `by` names the lanes; all but the largest are gathered into one lane with the number `most_lanes`.
WITH happened AS (
    SELECT
        CASE $by
            WHEN 'agent' THEN agent_id WHEN 'kind' THEN event_type WHEN 'phase' THEN phase
            WHEN 'thread' THEN thread_id WHEN 'task' THEN task_id WHEN 'severity' THEN severity
        END AS lane,
        greatest(
            time_bucket(to_microseconds($width::BIGINT), occurred_at, TIMESTAMPTZ '2000-01-03 00:00:00+00'),
            TIMESTAMPTZ '0001-01-01 00:00:00+00'
        ) AS starts_at,
        count(*) AS events,
        count(*) FILTER (severity = 'error') AS errors,
        min(occurred_at) AS first_at,
        max(occurred_at) AS last_at
    FROM event
    WHERE conversation_key = $conversation_key AND occurred_at >= $since AND occurred_at <= $through
        AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    GROUP BY ALL
), ranked AS (
    SELECT lane, row_number() OVER (ORDER BY sum(events) DESC, lane NULLS LAST) - 1 AS rank
    FROM happened GROUP BY lane
)
SELECT
    least(r.rank, $most_lanes::BIGINT) AS lane_number,
    CASE WHEN r.rank < $most_lanes THEN h.lane END AS lane,
    h.starts_at,
    sum(h.events)::BIGINT AS events,
    sum(h.errors)::BIGINT AS errors,
    min(h.first_at) AS first_at,
    max(h.last_at) AS last_at,
    (SELECT greatest(count(*) - $most_lanes::BIGINT, 0) FROM ranked) AS rest_lanes
FROM happened h JOIN ranked r ON r.lane IS NOT DISTINCT FROM h.lane
GROUP BY ALL
ORDER BY lane_number, h.starts_at;
