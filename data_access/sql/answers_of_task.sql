-- What was answered in a task, in order? Fills reading.case_people.questions_of_task.
SELECT
    answer_id, question_id, person, text, field_values, is_refusal, is_late, corrects, reason, answered_at, delivered_at,
    applied_at, withdrawn_at, withdrawn_reason
FROM answer
WHERE task_id = $task_id
ORDER BY question_id, ordinal
