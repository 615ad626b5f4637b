-- A person confirms what an agent passed on.
UPDATE human_evidence
SET confirmed_at = $at, confirmed_by = $principal_id, confirmed_by_name = $person
WHERE task_id = $task_id AND evidence_id = $evidence_id
