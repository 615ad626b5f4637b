-- What was proposed in a task, and how does each action stand? Fills reading.case_people.actions_of_task.
SELECT
    action_id, round_id, generation, kind, title, description, target, reason, risk, parameters, evidence_ids, proposed_at,
    expires_at, state, state_at, decided_by_name AS decided_by, decision_reason
FROM action_as_of($moment::TIMESTAMPTZ)
WHERE task_id = $task_id
ORDER BY ordinal
