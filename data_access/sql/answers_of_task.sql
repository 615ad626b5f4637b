-- What was answered in a task, in order, and which answer of each question holds? Fills contracts.people.Answer.
WITH edit AS (
    SELECT corrects, min(answer_id) AS corrected_by
    FROM answer
    WHERE task_id = $task_id AND corrects IS NOT NULL
    GROUP BY corrects
)
SELECT
    a.answer_id, a.question_id, a.person, a.text, a.field_values, a.is_refusal, a.is_late, a.is_dissent,
    NOT a.is_late AND NOT a.is_dissent AND a.withdrawn_at IS NULL AND e.corrected_by IS NULL AS is_effective,
    a.corrects, e.corrected_by, a.reason, a.answered_at, a.delivered_at, a.applied_at, a.withdrawn_at,
    a.withdrawn_by_name AS withdrawn_by, a.withdrawn_reason
FROM answer a
LEFT JOIN edit e ON e.corrects = a.answer_id
WHERE a.task_id = $task_id AND ($question_id::VARCHAR IS NULL OR a.question_id = $question_id)
ORDER BY a.question_id, a.ordinal
