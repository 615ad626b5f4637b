-- A fact counts no longer: another one corrects it, or a person withdraws it.
UPDATE human_evidence
SET state = $state, state_at = $at, state_reason = $reason, corrected_by = $corrected_by
WHERE task_id = $task_id AND evidence_id = $evidence_id
