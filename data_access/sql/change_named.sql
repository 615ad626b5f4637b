-- Which change has this number? Fills reading.change_log.change.
WITH named AS (
    SELECT *, task_of_subject(subject_kind, subject_id) AS task_id
    FROM audit
    WHERE audit_id = $audit_id AND NOT list_contains($withheld::VARCHAR[], subject_kind)
)
SELECT n.*, t.title AS case_title
FROM named n
LEFT JOIN investigation_task t ON t.task_id = n.task_id;
