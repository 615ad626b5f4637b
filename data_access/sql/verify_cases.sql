-- Does every record of a case belong to a task and a round that exist, are numbers without gaps (but those of records
-- that were imported without all of their neighbours), is one round at most open, that of a running task, and does the
-- map stand after its newest update?
WITH part AS (
    SELECT 'evidence' AS kind, task_id, evidence_id AS id, ordinal, round_id FROM evidence
    UNION ALL SELECT 'human_evidence', task_id, evidence_id, ordinal, NULL FROM human_evidence
    UNION ALL SELECT 'data_gap', task_id, gap_id, ordinal, NULL FROM data_gap
    UNION ALL SELECT 'progress_update', task_id, ordinal::VARCHAR, ordinal, round_id FROM progress_update
    UNION ALL SELECT 'report_revision', task_id, revision::VARCHAR, revision, round_id FROM report_revision
    UNION ALL SELECT 'execution_plan', task_id, revision::VARCHAR, revision, round_id FROM execution_plan
    UNION ALL SELECT 'presentation', task_id, presentation_id, ordinal, round_id FROM presentation
    UNION ALL SELECT 'question', task_id, question_id, ordinal, round_id FROM question
    UNION ALL SELECT 'discussion_message', task_id, message_id, ordinal, NULL FROM discussion_message
    UNION ALL SELECT 'report_sign_off', task_id, sign_off_id, ordinal, NULL FROM report_sign_off
    UNION ALL SELECT 'proposed_action', task_id, action_id, ordinal, round_id FROM proposed_action
    UNION ALL SELECT 'investigation_round', task_id, round_id, ordinal, round_id FROM investigation_round
    UNION ALL SELECT 'task_transition', task_id, ordinal::VARCHAR, ordinal, round_id FROM task_transition
), numbered AS (
    SELECT
        p.kind || ' ' || p.task_id || '/' || p.id AS name,
        t.task_id IS NULL
        OR (p.round_id IS NOT NULL AND r.round_id IS NULL)
        OR p.ordinal < row_number() OVER (PARTITION BY p.kind, p.task_id ORDER BY p.ordinal)
        OR p.ordinal > row_number() OVER (PARTITION BY p.kind, p.task_id ORDER BY p.ordinal)
        AND (
            i.task_id IS NULL
            OR p.kind IN ('progress_update', 'report_revision', 'execution_plan', 'investigation_round', 'task_transition')
        ) AS is_fault
    FROM part p
    LEFT JOIN investigation_task t ON t.task_id = p.task_id
    LEFT JOIN restored_case i ON i.task_id = p.task_id
    LEFT JOIN investigation_round r ON r.task_id = p.task_id AND r.round_id = p.round_id
), judged AS (
    SELECT name, is_fault FROM numbered
    UNION ALL
    SELECT
        'task ' || t.task_id,
        (t.status = 'running') <> (t.round_id IS NOT NULL)
        OR (t.status = 'running') <> (t.lease_expires_at IS NOT NULL)
        OR t.round_id IS DISTINCT FROM (
            SELECT max(r.round_id) FROM investigation_round r WHERE r.task_id = t.task_id AND r.ended_at IS NULL
        )
        OR (SELECT count(*) FROM investigation_round r WHERE r.task_id = t.task_id AND r.ended_at IS NULL) > 1
        OR t.status IS DISTINCT FROM (
            SELECT arg_max(m.to_status, m.ordinal) FROM task_transition m WHERE m.task_id = t.task_id
        )
    FROM investigation_task t
    UNION ALL
    SELECT
        'map ' || g.task_id,
        g.updates IS DISTINCT FROM (SELECT count(*) FROM progress_update u WHERE u.task_id = g.task_id)
    FROM progress_graph g
    UNION ALL
    SELECT
        'answer ' || a.task_id || '/' || a.answer_id,
        NOT EXISTS (SELECT 1 FROM question q WHERE q.task_id = a.task_id AND q.question_id = a.question_id)
    FROM answer a
    UNION ALL
    SELECT
        'question ' || q.task_id || '/' || q.question_id,
        count(a.answer_id) FILTER (
            NOT a.is_late AND NOT a.is_dissent AND a.withdrawn_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM answer b WHERE b.task_id = a.task_id AND b.corrects = a.answer_id)
        ) > 1
        OR (q.state IN ('answered', 'declined')) <> (count(a.answer_id) FILTER (NOT a.is_late AND NOT a.is_dissent) > 0)
    FROM question q
    LEFT JOIN answer a ON a.task_id = q.task_id AND a.question_id = q.question_id
    GROUP BY q.task_id, q.question_id, q.state
    UNION ALL
    SELECT
        'sign_off ' || s.task_id || '/' || s.sign_off_id,
        NOT EXISTS (SELECT 1 FROM report_revision v WHERE v.task_id = s.task_id AND v.revision = s.revision)
        OR s.corrects IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM report_sign_off c
            WHERE c.task_id = s.task_id AND c.sign_off_id = s.corrects AND c.revision = s.revision
                AND c.principal_id = s.principal_id AND c.ordinal < s.ordinal
        )
    FROM report_sign_off s
    UNION ALL
    SELECT 'sign_offs ' || task_id || '/' || revision || ' of ' || signer_id, count(*) > 1
    FROM sign_off
    WHERE state = 'valid' AND signer_id IS NOT NULL
    GROUP BY task_id, revision, signer_id
)
SELECT
    count(*) AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list(name ORDER BY name) FILTER (is_fault))[:5] AS examples
FROM judged
