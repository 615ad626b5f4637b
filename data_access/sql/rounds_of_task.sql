-- Which rounds has a task had, in order? A lease that is over ends its round, also before it is written down.
SELECT
    r.round_id, r.generation, r.attempt, r.agent, r.principal_id, n.name AS principal_name, r.started_at,
    CASE WHEN r.ended_at IS NULL AND c.round_id IS DISTINCT FROM r.round_id THEN t.lease_expires_at ELSE r.ended_at END AS ended_at,
    CASE WHEN r.ended_at IS NULL AND c.round_id IS DISTINCT FROM r.round_id THEN 'lease_expired' ELSE r.end_reason END AS end_reason,
    r.end_note, i.batch_id AS restored_with
FROM investigation_round r
JOIN investigation_task t USING (task_id)
JOIN case_as_of($moment::TIMESTAMPTZ) c USING (task_id)
LEFT JOIN principal n ON n.principal_id = r.principal_id
LEFT JOIN case_restore i ON i.task_id = r.task_id AND r.started_at <= i.restored_at
WHERE r.task_id = $task_id
ORDER BY r.ordinal
