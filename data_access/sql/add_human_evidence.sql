-- Keep a fact that a person states under the next number of its task.
INSERT INTO human_evidence (
    task_id, evidence_id, ordinal, kind, known_by, told_by, statement, point, parameter, value, unit, method, observed_at, place,
    attachment_hash, attachment_name, person, principal_id, quote, message_id, conversation, is_relayed, confirmed_at, confirmed_by, confirmed_by_name,
    action_id, done_by, reference, recorded_at, state, state_at, corrects
)
SELECT
    $task_id, 'H-' || n.ordinal, n.ordinal, $kind, $known_by, $told_by, $statement, $point, $parameter, $value, $unit, $method,
    $observed_at, $place, $attachment_hash, $attachment_name, $person, $principal_id, $quote, $message_id, $conversation, $is_relayed, $confirmed_at, $confirmed_by,
    $confirmed_by_name, $action_id, $done_by, $reference, $at, 'valid', $at, $corrects
FROM (SELECT 1 + coalesce(max(ordinal), 0) AS ordinal FROM human_evidence WHERE task_id = $task_id) n
RETURNING evidence_id
