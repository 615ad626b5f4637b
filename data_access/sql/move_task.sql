-- The task has another status; the session that claims it holds its lease, any other holds it no longer.
UPDATE investigation_task
SET status = $status, status_at = $at, status_reason = $reason, generation = $generation,
    round_id = $new_round_id, lease_expires_at = $lease_expires_at, wait_until = $wait_until, updated_at = $recorded_at
WHERE task_id = $task_id
