-- How do these cases stand, and how long have they waited for people? Fills contracts.inbox.InboxCase.
WITH waited AS (
    SELECT task_id, sum(greatest(epoch_us(end_at) - epoch_us(begin_at), 0)) / 1000000 AS waited_seconds
    FROM case_status_span($moment::TIMESTAMPTZ)
    WHERE list_contains($task_ids::VARCHAR[], task_id) AND status IN ('waiting_human', 'waiting_review')
    GROUP BY task_id
), required AS (
    SELECT q.task_id, count(*) AS required, count(*) FILTER (q.state <> 'pending') AS required_settled
    FROM question_as_of($moment::TIMESTAMPTZ) q
    JOIN case_as_of($moment::TIMESTAMPTZ) c ON c.task_id = q.task_id
    WHERE list_contains($task_ids::VARCHAR[], q.task_id) AND q.is_required AND q.state NOT IN ('cancelled', 'superseded')
        AND (q.generation = c.generation OR q.state = 'pending')
    GROUP BY q.task_id
)
SELECT
    c.task_id, c.title, c.project, c.origin, c.status, c.status_at, c.generation,
    coalesce(q.required, 0) AS required, coalesce(q.required_settled, 0) AS required_settled,
    c.pending_required_questions AS pending_required, c.pending_actions AS pending_approvals,
    coalesce(w.waited_seconds, 0)::DOUBLE AS waited_seconds,
    (SELECT count(*) FROM investigation_round r WHERE r.task_id = c.task_id) AS rounds
FROM case_as_of($moment::TIMESTAMPTZ) c
LEFT JOIN waited w ON w.task_id = c.task_id
LEFT JOIN required q ON q.task_id = c.task_id
WHERE list_contains($task_ids::VARCHAR[], c.task_id)
ORDER BY list_position($task_ids::VARCHAR[], c.task_id)
