-- Propose an action under the next number of its task.
INSERT INTO proposed_action (
    task_id, action_id, ordinal, round_id, generation, kind, title, description, target, reason, risk, parameters, evidence_ids,
    proposed_at, expires_at, state, state_at
)
SELECT
    $task_id, 'A-' || n.ordinal, n.ordinal, $round_id, $generation, $kind, $title, $description, $target, $reason, $risk,
    $parameters, $evidence_ids, $at, $expires_at, 'pending', $at
FROM (SELECT 1 + coalesce(max(ordinal), 0) AS ordinal FROM proposed_action WHERE task_id = $task_id) n
RETURNING action_id
