-- Of what revisions that are not there is a change kept? Read by reading.revision_changes.
SELECT c.task_id || '/' || c.revision AS name
FROM revision_change c
ANTI JOIN report_revision r ON r.task_id = c.task_id AND r.revision = c.revision
ORDER BY name
