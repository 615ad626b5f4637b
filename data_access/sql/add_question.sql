-- Ask a question under the next number of its task.
INSERT INTO question (
    task_id, question_id, ordinal, round_id, generation, prompt, why, fields, options, is_required, assignee, asked_at, due_at,
    expires_at, state, state_at, supersedes, supersede_reason
)
SELECT
    $task_id, 'Q-' || n.ordinal, n.ordinal, $round_id, $generation, $prompt, $why, $fields, $options, $is_required, $assignee,
    $at, $due_at, $expires_at, 'pending', $at, $supersedes, $supersede_reason
FROM (SELECT 1 + coalesce(max(ordinal), 0) AS ordinal FROM question WHERE task_id = $task_id) n
RETURNING question_id
