-- What was asked in a task, and how does each question stand? Fills reading.case_people.questions_of_task.
SELECT
    q.question_id, q.round_id, q.generation, q.prompt, q.why, q.fields, q.options, q.is_required, q.assignee, q.asked_at, q.due_at,
    q.expires_at, q.state, q.state_at, q.delivered_at, q.applied_at, q.supersedes, q.supersede_reason, q.superseded_by,
    CASE WHEN q.state = 'pending' AND q.claimed_until > $moment::TIMESTAMPTZ THEN q.claimed_by_name END AS claimed_by,
    CASE WHEN q.state = 'pending' AND q.claimed_until > $moment::TIMESTAMPTZ THEN q.claimed_until END AS claimed_until
FROM question_as_of($moment::TIMESTAMPTZ) q
WHERE q.task_id = $task_id
ORDER BY q.ordinal
