-- A piece of evidence counts no longer: another one corrects it, or it is withdrawn.
UPDATE evidence
SET state = $state, state_at = $at, state_reason = $reason, corrected_by = $corrected_by
WHERE task_id = $task_id AND evidence_id = $evidence_id
