-- How does a proposed action stand as it is written down, and who has reported it done?
SELECT
    a.action_id, a.state, a.decided_by_name, a.decision_reason, a.state_at,
    (SELECT min(h.evidence_id) FROM human_evidence h
    WHERE h.task_id = a.task_id AND h.action_id = a.action_id AND h.state = 'valid') AS done_evidence_id
FROM proposed_action a
WHERE a.task_id = $task_id AND a.action_id = $action_id
