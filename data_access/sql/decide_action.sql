-- A person has decided an action that waited.
UPDATE proposed_action
SET state = $state, state_at = $at, decided_by = $principal_id, decided_by_name = $person, decision_reason = $reason
WHERE task_id = $task_id AND action_id = $action_id AND state = 'pending'
