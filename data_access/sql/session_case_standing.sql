-- Does the desk have this case, did session UI states bring it, and did anybody but the desk write to it since?
SELECT
    t.task_id, t.origin, r.file_id,
    coalesce(f.source_format = 'session_state', FALSE) AS is_of_sessions,
    EXISTS (
        SELECT 1 FROM audit a
        WHERE a.audit_id > r.audit_id AND a.principal_kind <> 'desk'
            AND (a.subject_id = t.task_id OR starts_with(a.subject_id, t.task_id || '/'))
    ) AS written_since
FROM investigation_task t
LEFT JOIN restored_case r ON r.task_id = t.task_id
LEFT JOIN import_file f ON f.file_id = r.file_id
WHERE t.task_id = $task_id
