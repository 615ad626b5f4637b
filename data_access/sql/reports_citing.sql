-- Which reports of a task cite this evidence?
SELECT revision
FROM report_revision
WHERE task_id = $task_id AND list_contains(evidence_ids::VARCHAR[], $evidence_id)
ORDER BY revision
