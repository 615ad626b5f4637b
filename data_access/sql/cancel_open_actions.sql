-- Proposed actions that are left when a task is cancelled are proposed no longer.
UPDATE proposed_action
SET state = 'cancelled', state_at = $at
WHERE task_id = $task_id AND state = 'pending'
