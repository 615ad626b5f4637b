-- A proposed action that nobody decided by its moment is decided by nobody.
UPDATE proposed_action
SET state = 'expired', state_at = $due_at
WHERE task_id = $task_id AND action_id = $id AND state = 'pending'
