-- Which cases match, in the order asked for, after the last one given? Fills reading.investigations.
-- Expiries count from their moment on. Every order is by a number, the largest first.
WITH waiting AS (
    SELECT task_id, TRUE AS is_question, asked_at AS since
    FROM question_as_of($moment::TIMESTAMPTZ)
    WHERE state = 'pending'
    UNION ALL
    SELECT task_id, FALSE, proposed_at
    FROM action_as_of($moment::TIMESTAMPTZ)
    WHERE state = 'pending'
), matching AS (
    SELECT
        c.*, w.waiting_since_at,
        CASE $order::VARCHAR
            WHEN 'newest' THEN epoch_us(c.created_at)
            WHEN 'oldest' THEN -epoch_us(c.created_at)
            WHEN 'waits' THEN coalesce(-epoch_us(w.waiting_since_at), -9000000000000000000)
            WHEN 'gaps' THEN (SELECT count(*) FROM data_gap d WHERE d.task_id = c.task_id AND d.is_open)
            ELSE epoch_us(c.status_at)
        END AS sort_key
    FROM case_as_of($moment::TIMESTAMPTZ) c
    LEFT JOIN (SELECT task_id, min(since) AS waiting_since_at FROM waiting GROUP BY task_id) w USING (task_id)
    WHERE ($task_id::VARCHAR IS NULL OR task_id = $task_id)
        AND (len($statuses::VARCHAR[]) = 0 OR list_contains($statuses::VARCHAR[], status))
        AND ($project::VARCHAR IS NULL OR project = $project)
        AND ($origin::VARCHAR IS NULL OR origin = $origin)
        AND ($text::VARCHAR IS NULL OR contains(lower(concat_ws(' ', title, description)), lower($text)))
), page AS (
    SELECT *, count(*) OVER () AS total
    FROM matching
    QUALIFY $after_key::BIGINT IS NULL OR (sort_key, task_id) < ($after_key::BIGINT, $after_id::VARCHAR)
    ORDER BY sort_key DESC, task_id DESC
    LIMIT $limit
)
SELECT
    p.task_id, p.title, p.description, p.project, p.origin, p.status, p.status_at, p.status_reason, p.generation,
    (SELECT count(*) FROM investigation_round r WHERE r.task_id = p.task_id AND r.generation = p.generation) AS attempts,
    (SELECT count(*) FROM investigation_round r WHERE r.task_id = p.task_id) AS rounds,
    p.round_id, g.agent, p.lease_expires_at, p.wait_until, p.created_at, p.created_by, n.name AS created_by_name, p.updated_at,
    (SELECT i.batch_id FROM case_restore i WHERE i.task_id = p.task_id) AS restored_with,
    v.revision AS latest_revision, v.stage AS latest_stage, v.outcome AS latest_outcome,
    coalesce(s.reviewed, 0) AS latest_reviewed, coalesce(s.needs_work, 0) AS latest_needs_work,
    (SELECT count(*) FROM evidence e WHERE e.task_id = p.task_id AND e.state <> 'withdrawn') AS evidence,
    (SELECT count(*) FROM data_gap d WHERE d.task_id = p.task_id AND d.is_open) AS open_gaps,
    (SELECT count(*) FROM waiting w WHERE w.task_id = p.task_id AND w.is_question) AS pending_questions,
    p.pending_required_questions, p.pending_actions, p.waiting_since_at,
    (SELECT max(looked_at) FROM agent_look) AS agent_looked_at,
    coalesce(
        (SELECT list({'task_id': k.related_task_id, 'relation': k.relation} ORDER BY k.related_task_id)
        FROM task_relation k WHERE k.task_id = p.task_id), []
    ) AS related,
    p.sort_key, p.total
FROM page p
LEFT JOIN investigation_round g ON g.task_id = p.task_id AND g.round_id = p.round_id
LEFT JOIN principal n ON n.principal_id = p.created_by
LEFT JOIN (
    SELECT task_id, revision, stage, outcome FROM report_revision
    QUALIFY row_number() OVER (PARTITION BY task_id ORDER BY revision DESC) = 1
) v ON v.task_id = p.task_id
LEFT JOIN (
    SELECT
        task_id, revision, count(*) FILTER (verdict = 'reviewed') AS reviewed,
        count(*) FILTER (verdict = 'needs_work') AS needs_work
    FROM sign_off
    WHERE state = 'valid'
    GROUP BY task_id, revision
) s ON s.task_id = v.task_id AND s.revision = v.revision
ORDER BY p.sort_key DESC, p.task_id DESC
