-- Which questions are settled and were read by no session yet?
SELECT question_id, state
FROM question
WHERE task_id = $task_id AND delivered_at IS NULL AND state IN ('answered', 'declined', 'expired')
ORDER BY ordinal
