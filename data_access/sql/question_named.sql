-- How does a question stand as it is written down, and which others of its task are still required?
SELECT
    q.question_id, q.state, q.fields, q.assignee, q.claimed_by, q.claimed_by_name, q.claimed_until, q.superseded_by,
    coalesce(
        (SELECT list(other.question_id ORDER BY other.ordinal) FROM question other
        WHERE other.task_id = $task_id AND other.is_required AND other.state = 'pending'), []
    ) AS required_pending
FROM question q
WHERE q.task_id = $task_id AND q.question_id = $question_id
