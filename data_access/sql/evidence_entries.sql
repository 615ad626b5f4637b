-- Which evidence has a case, of agents and of people, without its data? Fills reading.case_evidence.evidence_entries.
WITH pieces AS (
    SELECT
        evidence_id, ordinal, title, source_kind AS kind, source, summary, origin, state, observed_at, recorded_at, is_truncated,
        truncation, FALSE AS is_unconfirmed, data ->> '$.kind' AS data_kind, concat_ws(' ', query, scope, content_reference) AS more
    FROM evidence
    WHERE task_id = $task_id
    UNION ALL
    SELECT
        evidence_id, ordinal, coalesce(statement, concat_ws(' ', point, parameter, value, unit)), 'human', person, NULL, 'human', state,
        observed_at, recorded_at, FALSE, NULL, confirmed_at IS NULL, NULL, concat_ws(' ', point, place, quote, told_by, method)
    FROM human_evidence
    WHERE task_id = $task_id
)
SELECT
    p.* EXCLUDE (ordinal, more),
    coalesce(
        (SELECT list(v.revision ORDER BY v.revision) FROM report_revision v
        WHERE v.task_id = $task_id AND list_contains(v.evidence_ids::VARCHAR[], p.evidence_id)), []
    ) AS cited_in
FROM pieces p
WHERE ($kind::VARCHAR IS NULL OR p.kind = $kind)
    AND ($origin::VARCHAR IS NULL OR p.origin = $origin)
    AND ($state::VARCHAR IS NULL OR if($state = 'unconfirmed', p.is_unconfirmed, p.state = $state))
    AND ($q::VARCHAR IS NULL OR contains(lower(concat_ws(' ', p.evidence_id, p.title, p.source, p.summary, p.more)), lower($q)))
ORDER BY p.recorded_at DESC, p.kind = 'human', p.ordinal DESC
