-- Questions that are left when a task ends are asked no longer.
UPDATE question
SET state = 'cancelled', state_at = $at
WHERE task_id = $task_id AND state = 'pending'
