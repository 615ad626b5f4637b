-- Which questions are settled, or have answers, that no session has read yet?
SELECT question_id, state
FROM question q
WHERE task_id = $task_id
    AND (
        (delivered_at IS NULL AND state IN ('answered', 'declined', 'expired'))
        OR EXISTS (
            SELECT 1 FROM answer a
            WHERE a.task_id = q.task_id AND a.question_id = q.question_id AND a.delivered_at IS NULL
                AND a.withdrawn_at IS NULL
        )
    )
ORDER BY ordinal
