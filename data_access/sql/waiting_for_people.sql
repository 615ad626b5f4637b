-- How much waits for people over all cases, and since when the oldest? Fills reading.cases_glance.waiting_for_people.
WITH waiting AS (
    SELECT task_id, asked_at AS since
    FROM question_as_of($moment::TIMESTAMPTZ)
    WHERE state = 'pending'
    UNION ALL
    SELECT task_id, proposed_at
    FROM action_as_of($moment::TIMESTAMPTZ)
    WHERE state = 'pending'
)
SELECT count(*) AS items, count(DISTINCT task_id) AS cases, min(since) AS oldest_at
FROM waiting
