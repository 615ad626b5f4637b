-- What do the guards of the state table see of a task? Fills rules.task_states.Situation.
SELECT
    coalesce((SELECT bool_or(state = 'pending') FROM question WHERE task_id = $task_id AND is_required), FALSE)
        AS pending_required,
    coalesce((
        SELECT bool_or(
            state IN ('answered', 'declined', 'expired') AND delivered_at IS NULL
            AND settled_at >= (
                SELECT min(started_at) FROM investigation_round WHERE task_id = $task_id AND generation = $generation
            )
        )
        FROM question
        WHERE task_id = $task_id AND is_required
    ), FALSE) AS settled_undelivered,
    coalesce((
        SELECT bool_or(stage = 'final' AND generation = $generation AND round_id = $round_id)
        FROM report_revision
        WHERE task_id = $task_id
    ), FALSE) AS has_final,
    coalesce((SELECT bool_or(state = 'pending') FROM proposed_action WHERE task_id = $task_id), FALSE) AS pending_actions
