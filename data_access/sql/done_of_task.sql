-- Which approved actions of a task have people reported as carried out? Fills contracts.people.ActionDone.
SELECT
    action_id, evidence_id, done_by, observed_at AS done_at, reference, statement AS result, known_by, told_by, person,
    recorded_at AS reported_at
FROM human_evidence
WHERE task_id = $task_id AND action_id IS NOT NULL AND state = 'valid'
ORDER BY ordinal
