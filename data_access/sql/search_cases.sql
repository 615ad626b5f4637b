-- Where does a text stand in cases, their evidence, reports and questions, the newest first? Fills reading.search_cases.
WITH texts AS (
    SELECT
        'case' AS kind, task_id, task_id AS item_id, created_at AS occurred_at,
        concat_ws(e'\n', title, description) AS text
    FROM investigation_task
    UNION ALL
    SELECT
        'evidence', task_id, evidence_id, recorded_at,
        concat_ws(e'\n', title, summary, source, query, scope, content_reference)
    FROM evidence
    UNION ALL
    SELECT
        'fact', task_id, evidence_id, recorded_at,
        concat_ws(e'\n', statement, point, parameter, place, quote, person)
    FROM human_evidence
    UNION ALL
    SELECT 'report', task_id, revision::VARCHAR, published_at, concat_ws(e'\n', title, summary, body, reason)
    FROM report_revision
    UNION ALL
    SELECT 'question', task_id, question_id, asked_at, concat_ws(e'\n', prompt, why)
    FROM question
), found AS (
    SELECT *, count(*) OVER () AS total, greatest(strpos(lower(text), lower($text)) - 80, 1) AS begins
    FROM texts
    WHERE contains(lower(text), lower($text)) AND ($since::TIMESTAMPTZ IS NULL OR occurred_at >= $since)
)
SELECT
    f.kind, f.task_id, t.title AS case_title, f.item_id, f.occurred_at, substr(f.text, f.begins, 240) AS excerpt,
    f.begins > 1 AS is_cut_before, length(f.text) >= f.begins + 240 AS is_cut_after, f.total
FROM found f
JOIN investigation_task t USING (task_id)
WHERE $after_id::VARCHAR IS NULL
    OR f.occurred_at < $after_at::TIMESTAMPTZ
    OR f.occurred_at = $after_at::TIMESTAMPTZ
    AND (f.task_id, f.kind, f.item_id) > ($after_task::VARCHAR, $after_kind::VARCHAR, $after_id)
ORDER BY f.occurred_at DESC, f.task_id, f.kind, f.item_id
LIMIT $limit
