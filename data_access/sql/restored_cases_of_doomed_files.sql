-- Which cases did the doomed files bring, and did anybody but the desk write to one since?
SELECT
    r.task_id, t.origin,
    EXISTS (
        SELECT 1 FROM audit a
        WHERE a.audit_id > r.audit_id AND a.principal_kind <> 'desk'
            AND (a.subject_id = r.task_id OR starts_with(a.subject_id, r.task_id || '/'))
    ) AS written_since
FROM restored_case r
JOIN doomed_file d ON d.file_id = r.file_id
JOIN investigation_task t ON t.task_id = r.task_id
ORDER BY r.task_id
