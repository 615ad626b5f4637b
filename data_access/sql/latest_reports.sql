-- Which reports were published last, over all cases, one a case? Fills reading.cases_glance.latest_reports.
SELECT v.task_id, t.title AS case_title, t.origin, v.revision, v.stage, v.outcome, v.title, v.published_at
FROM report_revision v
JOIN investigation_task t USING (task_id)
QUALIFY row_number() OVER (PARTITION BY v.task_id ORDER BY v.revision DESC) = 1
ORDER BY v.published_at DESC, v.task_id
LIMIT $limit
