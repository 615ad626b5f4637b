-- Which reports of a task cite this evidence or this answer?
SELECT revision
FROM report_revision
WHERE task_id = $task_id
    AND (list_contains(evidence_ids::VARCHAR[], $record_id) OR list_contains(answer_ids::VARCHAR[], $record_id))
ORDER BY revision
