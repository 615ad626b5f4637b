-- Which questions were settled, or answered late, since a moment, and what is stored of what came of it? The newest
-- first. Fills reading.inbox.settled_questions.
WITH shown AS (
    SELECT a.*
    FROM answer a
    WHERE NOT a.is_dissent AND a.withdrawn_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM answer l WHERE l.task_id = a.task_id AND l.corrects = a.answer_id)
    QUALIFY row_number() OVER (PARTITION BY a.task_id, a.question_id ORDER BY a.is_late, a.ordinal DESC) = 1
), settled AS (
    SELECT
        q.task_id, q.question_id, q.ordinal, q.prompt, q.is_required, q.state, q.state_at AS settled_at,
        greatest(q.state_at, a.answered_at) AS last_at, a.answer_id, a.person,
        left(if(a.is_refusal, a.reason, a.text), 300) AS text, a.field_values, coalesce(a.is_late, FALSE) AS is_late,
        if(a.answer_id IS NULL, q.delivered_at, a.delivered_at) AS delivered_at, a.applied_at,
        c.title AS case_title, c.origin, c.status AS case_status, c.status_at AS case_status_at, c.generation
    FROM question_as_of($moment::TIMESTAMPTZ) q
    JOIN case_as_of($moment::TIMESTAMPTZ) c ON c.task_id = q.task_id
    LEFT JOIN shown a ON a.task_id = q.task_id AND a.question_id = q.question_id
    WHERE ($task_id::VARCHAR IS NULL OR q.task_id = $task_id)
        AND (q.state IN ('answered', 'declined', 'expired') OR (q.state IN ('cancelled', 'superseded') AND a.is_late))
)
SELECT
    s.* EXCLUDE (ordinal),
    CASE WHEN s.applied_at IS NOT NULL THEN (
        SELECT min(r.revision) FROM report_revision r
        WHERE r.task_id = s.task_id AND list_contains(r.answer_ids::VARCHAR[], s.answer_id)
    ) END AS used_in_revision,
    (SELECT max(looked_at) FROM agent_look) AS agent_looked_at,
    count(*) OVER () AS total
FROM settled s
WHERE s.last_at > $since::TIMESTAMPTZ AND s.last_at <= $moment::TIMESTAMPTZ
ORDER BY s.last_at DESC, s.task_id, s.ordinal DESC
LIMIT $limit
