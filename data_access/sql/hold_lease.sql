-- The session that holds the lease may be silent until then.
UPDATE investigation_task
SET lease_expires_at = $lease_expires_at, updated_at = $at
WHERE task_id = $task_id
