-- Forget looks of long ago, and those at cases that are no longer here.
DELETE FROM report_look
WHERE looked_at < $looked_before OR task_id NOT IN (SELECT task_id FROM investigation_task)
