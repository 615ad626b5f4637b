-- How does a fact that a person stated stand as it is written down?
SELECT evidence_id, state, is_relayed, confirmed_at, confirmed_by_name, person, corrected_by, action_id, done_by, reference
FROM human_evidence
WHERE task_id = $task_id AND evidence_id = $evidence_id
