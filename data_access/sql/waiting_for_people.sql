-- How much do people owe over all cases, and since when the oldest? Fills reading.cases_glance.waiting_for_people.
SELECT count(*) AS items, count(DISTINCT task_id) AS cases, min(since_at) AS oldest_at
FROM owed_as_of($moment::TIMESTAMPTZ)
