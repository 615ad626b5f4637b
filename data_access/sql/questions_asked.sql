-- What was asked in a task already?
SELECT question_id, prompt, state, superseded_by
FROM question
WHERE task_id = $task_id
ORDER BY ordinal
