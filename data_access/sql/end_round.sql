-- The session that holds the lease ends.
UPDATE investigation_round
SET ended_at = $at, end_reason = $end_reason, end_note = $reason
WHERE task_id = $task_id AND round_id = $round_id AND ended_at IS NULL
