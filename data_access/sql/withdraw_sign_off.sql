-- A person takes back what they thought of a revision.
UPDATE report_sign_off
SET withdrawn_at = $at, withdrawn_reason = $reason
WHERE task_id = $task_id AND sign_off_id = $sign_off_id AND withdrawn_at IS NULL
