-- Which tasks has a run, how do they stand, and how much happened on them? Fills reading.topology and reading.tasks.
-- A result whose task nobody states names the task; so does an event.
WITH happened AS (
    SELECT
        task_id, count(*) AS events, count(*) FILTER (severity = 'error') AS errors, min(occurred_at) AS first_at,
        max(occurred_at) AS last_at, arg_max(phase, (occurred_at, sequence)) FILTER (phase IS NOT NULL) AS event_phase
    FROM event
    WHERE conversation_key = $conversation_key AND task_id IS NOT NULL AND ($task_id::VARCHAR IS NULL OR task_id = $task_id)
        AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    GROUP BY task_id
), ended AS (
    SELECT DISTINCT task_id
    FROM task_result_observation
    WHERE conversation_key = $conversation_key
        AND known_as_of(observed_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
), stated AS (
    SELECT * FROM placed_task_as_of($conversation_key, $moment::TIMESTAMPTZ, $places::BIGINT[])
    WHERE $task_id::VARCHAR IS NULL OR task_id = $task_id
)
SELECT
    coalesce(s.task_id, h.task_id) AS task_id, s.title, s.agent_id, s.parent_task_id, s.status, s.phase, s.started_at, s.ended_at,
    s.observed_at, coalesce(s.is_listed, FALSE) AS is_listed, coalesce(s.was_listed, FALSE) AS was_listed,
    e.task_id IS NOT NULL AS has_result, coalesce(h.events, 0) AS events, coalesce(h.errors, 0) AS errors, h.first_at, h.last_at,
    h.event_phase
FROM stated s
FULL JOIN happened h ON h.task_id = s.task_id
LEFT JOIN ended e ON e.task_id = coalesce(s.task_id, h.task_id)
ORDER BY coalesce(s.started_at, h.first_at) NULLS LAST, coalesce(s.task_id, h.task_id);
