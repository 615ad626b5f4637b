-- Which reports has a task, the newest first? Fills reading.case_reports.report_heads.
SELECT revision, generation, round_id, stage, outcome, title, reason, corrects_revision, published_at
FROM report_revision
WHERE task_id = $task_id
ORDER BY revision DESC
