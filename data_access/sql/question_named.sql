-- How does a question stand as it is written down?
SELECT question_id, state, fields, assignee, claimed_by, claimed_by_name, claimed_until, superseded_by
FROM question
WHERE task_id = $task_id AND question_id = $question_id
