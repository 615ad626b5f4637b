-- How does a task stand, and what do the guards of the state table see? Fills writing.task_moves.task_standing.
SELECT
    t.task_id, t.title, t.description, t.status, t.generation, t.round_id, t.lease_expires_at, r.lease_seconds,
    EXISTS (
        SELECT 1 FROM question q WHERE q.task_id = t.task_id AND q.is_required AND q.state = 'pending'
    ) AS pending_required,
    EXISTS (
        SELECT 1
        FROM question q
        WHERE q.task_id = t.task_id AND q.is_required AND q.state IN ('answered', 'declined', 'expired')
            AND q.delivered_at IS NULL
            AND q.settled_at >= (
                SELECT min(g.started_at) FROM investigation_round g
                WHERE g.task_id = t.task_id AND g.generation = t.generation
            )
    ) AS settled_undelivered,
    EXISTS (
        SELECT 1
        FROM report_revision v
        WHERE v.task_id = t.task_id AND v.generation = t.generation AND v.round_id = t.round_id AND v.stage = 'final'
    ) AS has_final,
    EXISTS (
        SELECT 1 FROM proposed_action a WHERE a.task_id = t.task_id AND a.state = 'pending'
    ) AS pending_actions
FROM investigation_task t
LEFT JOIN investigation_round r ON r.task_id = t.task_id AND r.round_id = t.round_id
WHERE t.task_id = $task_id
