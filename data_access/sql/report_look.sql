-- Which revision of a case's report did somebody open last? Fills reading.report_looks.
SELECT revision, before, newest, looked_at
FROM report_look
WHERE owner_id = $owner_id AND task_id = $task_id
