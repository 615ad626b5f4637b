-- What was answered in a task, in order, and which answer of each question holds? Fills contracts.people.Answer.
WITH given AS (
    SELECT
        *,
        (SELECT min(later.answer_id) FROM answer later WHERE later.task_id = $task_id AND later.corrects = earlier.answer_id)
            AS corrected_by
    FROM answer earlier
    WHERE task_id = $task_id AND ($question_id::VARCHAR IS NULL OR question_id = $question_id)
)
SELECT
    answer_id, question_id, person, text, field_values, is_refusal, is_late, is_dissent,
    NOT is_late AND NOT is_dissent AND withdrawn_at IS NULL AND corrected_by IS NULL AS is_effective,
    corrects, corrected_by, reason, answered_at, delivered_at, applied_at, withdrawn_at, withdrawn_by_name AS withdrawn_by,
    withdrawn_reason
FROM given
ORDER BY question_id, ordinal
