-- Is this the lease that works on the task at a moment, and how do the guards of the state table see it?
SELECT r.round_id
FROM investigation_round r
JOIN case_as_of($moment::TIMESTAMPTZ) c ON c.task_id = r.task_id AND c.round_id = r.round_id
WHERE r.task_id = $task_id AND r.lease_hash = $lease_hash
