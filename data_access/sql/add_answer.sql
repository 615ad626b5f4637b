-- Keep what a person answered under the next number of its question.
INSERT INTO answer (
    task_id, answer_id, question_id, ordinal, principal_id, person, text, field_values, is_refusal, is_late, is_dissent, corrects,
    reason, client_request_id, answered_at
)
SELECT
    $task_id, $question_id || '.' || n.ordinal, $question_id, n.ordinal, $principal_id, $person, $text, $field_values,
    $is_refusal, $is_late, $is_dissent, $corrects, $reason, $client_request_id, $at
FROM (SELECT 1 + coalesce(max(ordinal), 0) AS ordinal FROM answer WHERE task_id = $task_id AND question_id = $question_id) n
RETURNING answer_id
