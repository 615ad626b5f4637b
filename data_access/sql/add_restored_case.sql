-- A file brought this case; the change log tells up to here what was so before.
INSERT INTO restored_case (task_id, file_id, audit_id)
VALUES ($task_id, $file_id, $audit_id)
