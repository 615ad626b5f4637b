-- Which required questions of a task still wait for a person?
SELECT question_id
FROM question
WHERE task_id = $task_id AND is_required AND state = 'pending'
ORDER BY ordinal
