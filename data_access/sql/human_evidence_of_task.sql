-- What have people stated as facts in a task? Fills reading.case_records.human_evidence_of_task.
SELECT
    evidence_id, kind, known_by, told_by, statement, point, parameter, value, unit, method, observed_at, place,
    attachment_name, attachment_hash, person, is_relayed, quote, message_id, conversation,
    confirmed_at IS NOT NULL AS is_confirmed, confirmed_at, confirmed_by_name AS confirmed_by, action_id, done_by, reference,
    recorded_at, state, state_at, state_reason, corrects, corrected_by
FROM human_evidence
WHERE task_id = $task_id
ORDER BY ordinal
