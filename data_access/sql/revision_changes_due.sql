-- Of which revisions is still to be worked out what they changed, in one case or in all? Read by
-- writing.revision_changes.
SELECT p.task_id, p.revision, p.previous_revision
FROM revision_pair($task_id::VARCHAR) p
ANTI JOIN kept_change($task_id::VARCHAR, $rules::INTEGER) k USING (task_id, revision)
ORDER BY p.task_id, p.revision
