-- What happened in cases between two moments, the latest or the first first? Fills reading.case_happenings.
WITH happened AS (
    SELECT
        'question_asked' AS kind, q.task_id, q.question_id AS item_id, q.prompt AS title,
        if(q.is_required, 'required', 'optional') AS detail, NULL AS who, r.principal_id, q.asked_at AS happened_at,
        q.ordinal
    FROM question q
    LEFT JOIN investigation_round r ON r.task_id = q.task_id AND r.round_id = q.round_id
    UNION ALL
    SELECT
        if(a.is_refusal, 'question_declined', 'question_answered'), a.task_id, a.question_id, q.prompt, NULL, a.person,
        a.principal_id, a.answered_at, a.ordinal
    FROM answer a
    LEFT JOIN question q ON q.task_id = a.task_id AND q.question_id = a.question_id
    UNION ALL
    SELECT
        'action_proposed', p.task_id, p.action_id, p.title, NULL, NULL, r.principal_id, p.proposed_at, p.ordinal
    FROM proposed_action p
    LEFT JOIN investigation_round r ON r.task_id = p.task_id AND r.round_id = p.round_id
    UNION ALL
    SELECT 'action_decided', task_id, action_id, title, state, decided_by_name, decided_by, state_at, ordinal
    FROM proposed_action
    WHERE state IN ('approved', 'rejected')
    UNION ALL
    SELECT
        'report_published', v.task_id, v.revision::VARCHAR, v.title, v.stage, NULL, r.principal_id, v.published_at, v.revision
    FROM report_revision v
    LEFT JOIN investigation_round r ON r.task_id = v.task_id AND r.round_id = v.round_id
    UNION ALL
    SELECT
        'report_signed_off', s.task_id, s.revision::VARCHAR, v.title, d.detail, s.person, s.principal_id, d.happened_at, s.ordinal
    FROM report_sign_off s
    JOIN LATERAL (
        SELECT s.verdict AS detail, s.made_at AS happened_at
        UNION ALL
        SELECT 'withdrawn', s.withdrawn_at WHERE s.withdrawn_at IS NOT NULL
    ) d ON TRUE
    LEFT JOIN report_revision v ON v.task_id = s.task_id AND v.revision = s.revision
    UNION ALL
    SELECT 'discussion_message', task_id, message_id, NULL, author_kind, author, principal_id, posted_at, ordinal
    FROM discussion_message
    UNION ALL
    SELECT
        'task_' || to_status, task_id, ordinal::VARCHAR, reason, moved_by, NULL, principal_id, occurred_at, ordinal
    FROM task_transition
    WHERE to_status IN ('queued', 'failed')
), placed AS (
    SELECT
        *, count(*) OVER () AS total,
        if($newest_first::BOOLEAN, -epoch_us(happened_at), epoch_us(happened_at)) AS sort_key
    FROM happened
    WHERE ($since::TIMESTAMPTZ IS NULL OR happened_at >= $since) AND ($until::TIMESTAMPTZ IS NULL OR happened_at < $until)
        AND ($kinds::VARCHAR[] IS NULL OR list_contains($kinds::VARCHAR[], kind))
)
SELECT
    h.kind, h.task_id, t.title AS case_title, t.origin, h.item_id, h.title, h.detail, coalesce(h.who, n.name) AS who,
    h.happened_at, h.total
FROM placed h
JOIN investigation_task t ON t.task_id = h.task_id
LEFT JOIN principal n ON n.principal_id = h.principal_id
ORDER BY h.sort_key, h.task_id, if($newest_first::BOOLEAN, -h.ordinal, h.ordinal), h.kind
LIMIT $limit;
