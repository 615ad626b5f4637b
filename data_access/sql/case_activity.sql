-- What agents, people and the desk did in a case, by the time at which it was recorded? Fills reading.case_chronology.
WITH done AS (
    SELECT
        'status' AS kind, ordinal::VARCHAR AS item_id, occurred_at AS done_at, recorded_at, moved_by AS code, to_status AS title,
        reason AS detail, round_id, principal_id, NULL AS person, ordinal
    FROM task_transition
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'published', evidence_id, recorded_at, recorded_at, NULL, title, summary, round_id, NULL, NULL, ordinal
    FROM evidence
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'report', revision::VARCHAR, published_at, published_at, stage, title, reason, round_id, NULL, NULL, revision
    FROM report_revision
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'map', ordinal::VARCHAR, recorded_at, recorded_at, NULL, summary, NULL, round_id, NULL, NULL, ordinal
    FROM progress_update
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'plan', revision::VARCHAR, updated_at, updated_at, NULL, title, reason, round_id, NULL, NULL, revision
    FROM execution_plan
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'presentation', presentation_id, recorded_at, recorded_at, kind, title, NULL, round_id, NULL, NULL, ordinal
    FROM presentation
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'question', question_id, asked_at, asked_at, NULL, prompt, why, round_id, NULL, NULL, ordinal
    FROM question
    WHERE task_id = $task_id
    UNION ALL
    SELECT
        'answer', answer_id, answered_at, answered_at, if(is_refusal, 'declined', NULL), coalesce(text, field_values::VARCHAR),
        reason, NULL, principal_id, person, ordinal
    FROM answer
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'action', action_id, proposed_at, proposed_at, kind, title, reason, round_id, NULL, NULL, ordinal
    FROM proposed_action
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'decision', action_id, state_at, state_at, state, title, decision_reason, NULL, decided_by, decided_by_name, ordinal
    FROM proposed_action
    WHERE task_id = $task_id AND state <> 'pending'
    UNION ALL
    SELECT
        'fact', evidence_id, recorded_at, recorded_at, if(is_relayed, 'relayed', kind), coalesce(statement, concat_ws(' ', point || ':', parameter, value::VARCHAR, unit)), quote,
        NULL, principal_id, person, ordinal
    FROM human_evidence
    WHERE task_id = $task_id
    UNION ALL
    SELECT 'sign_off', revision::VARCHAR, made_at, made_at, verdict, note, NULL, NULL, principal_id, person, ordinal
    FROM report_sign_off
    WHERE task_id = $task_id
    UNION ALL
    SELECT
        'sign_off', revision::VARCHAR, withdrawn_at, withdrawn_at, 'withdrawn', withdrawn_reason, NULL, NULL, principal_id, person,
        ordinal
    FROM report_sign_off
    WHERE task_id = $task_id AND withdrawn_at IS NOT NULL
), placed AS (
    SELECT
        *, count(*) OVER () AS total, CASE WHEN code IN ('create_task', 'claim_task') THEN '0' WHEN kind = 'status' THEN '2' ELSE '1' END
            || lpad(ordinal::VARCHAR, 9, '0') || kind AS place,
        if($newest::BOOLEAN, -epoch_us(done_at), epoch_us(done_at)) AS sort_key
    FROM done
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind)
        AND ($since::TIMESTAMPTZ IS NULL OR done_at > $since) AND ($until::TIMESTAMPTZ IS NULL OR done_at <= $until)
)
SELECT
    p.kind, p.item_id, p.done_at, p.recorded_at, p.code, p.title, p.detail, p.round_id, r.generation, r.attempt, r.agent, p.person,
    coalesce(p.principal_id, r.principal_id) AS principal_id, n.name AS principal_name,
    i.batch_id AS restored_with, p.total, p.place, p.sort_key
FROM placed p
LEFT JOIN investigation_round r ON r.task_id = $task_id AND r.round_id = p.round_id
LEFT JOIN principal n ON n.principal_id = coalesce(p.principal_id, r.principal_id)
LEFT JOIN case_restore i ON i.task_id = $task_id AND p.recorded_at <= i.restored_at
WHERE $after_key::BIGINT IS NULL OR (p.sort_key, p.place) > ($after_key::BIGINT, $after_place::VARCHAR)
ORDER BY p.sort_key, p.place
LIMIT $limit
