-- What was refused, and what did it cost, the newest first, after the last one given; how many match, of how many is the
-- cost known, and what did those cost together? Fills reading.refusals. What has no time comes last.
WITH matching AS MATERIALIZED (
    SELECT *, -epoch_us(refused_at) AS sort_number
    FROM refusal_cost_in($runs::VARCHAR[])
    WHERE ($agent_id::VARCHAR IS NULL OR agent_id = $agent_id)
        AND ($since::TIMESTAMPTZ IS NULL OR refused_at >= $since)
        AND ($until::TIMESTAMPTZ IS NULL OR refused_at < $until)
), page AS (
    SELECT *
    FROM matching
    WHERE $after_source::VARCHAR IS NULL
        OR (sort_number IS NULL, coalesce(sort_number, 0), run, source_id)
            > ($after_number::BIGINT IS NULL, coalesce($after_number::BIGINT, 0), $after_run::VARCHAR, $after_source)
    ORDER BY sort_number NULLS LAST, run, source_id
    LIMIT $limit
), whole AS (
    SELECT
        count(*) AS refusals, count(*) FILTER (NOT is_known) AS unknown, usage_sum(COLUMNS(usage_counts())), sum(cost_usd) AS cost_usd,
        coalesce(list_sort(list_distinct(flatten(list(unpriced_models) FILTER (unpriced_models IS NOT NULL)))), []) AS unpriced_models
    FROM matching
), judged AS (
    SELECT run, source_id, arg_min((operation, verdict, rule, why), operation_id) AS said
    FROM examined_operation
    WHERE examined_by = $judge AND (run, source_id) IN (SELECT (run, source_id) FROM page)
    GROUP BY run, source_id
)
SELECT
    p.*, w AS whole, c.title AS run_title, c.source_format, c.basis,
    coalesce(a.name, a.role, p.agent_id) AS agent, struct_extract_at(j.said, 1) AS operation,
    struct_extract_at(j.said, 2) AS verdict, struct_extract_at(j.said, 3) AS rule, struct_extract_at(j.said, 4) AS why
FROM whole w
LEFT JOIN page p ON TRUE
LEFT JOIN conversation c ON c.conversation_key = p.conversation_key
LEFT JOIN agent a ON a.conversation_key = p.conversation_key AND a.agent_id = p.agent_id
LEFT JOIN judged j ON j.run = p.run AND j.source_id = p.source_id
ORDER BY p.sort_number NULLS LAST, p.run, p.source_id
