-- How much did each agent of each run leave behind, the busiest first, after the last one given? Fills
-- reading.operation_additions.
WITH thing AS (
    SELECT
        run, any_value(conversation_key) AS conversation_key, any_value(conversation_id) AS conversation_id,
        any_value(run_title) AS run_title, any_value(origin) AS origin, any_value(source_format) AS source_format,
        any_value(basis) AS basis, agent_id, kind, zone, max(occurred_at) AS last_at
    FROM operation_addition_in(
        $judge::VARCHAR, $runs::VARCHAR[], $agent_id::VARCHAR, $source_format::VARCHAR, $since::TIMESTAMPTZ, $until::TIMESTAMPTZ
    )
    GROUP BY run, agent_id, kind, target, zone
), matching AS (
    SELECT
        run, any_value(conversation_key) AS conversation_key, any_value(conversation_id) AS conversation_id,
        any_value(run_title) AS run_title, any_value(origin) AS origin, any_value(source_format) AS source_format,
        any_value(basis) AS basis, agent_id, coalesce(agent_id, '') AS doer, count(*) FILTER (kind = 'package') AS packages,
        count(*) FILTER (kind = 'download') AS downloads, count(*) FILTER (kind = 'file') AS files,
        count(*) FILTER (zone IS DISTINCT FROM 'workspace') AS outside, max(last_at) AS last_at, -count(*) AS sort_number
    FROM thing
    GROUP BY run, agent_id
), page AS (
    SELECT *, (SELECT count(*) FROM matching) AS total
    FROM matching
    WHERE $after_run::VARCHAR IS NULL
        OR (sort_number, run, doer) > ($after_number::BIGINT, $after_run, $after_agent::VARCHAR)
    ORDER BY sort_number, run, doer
    LIMIT $limit
)
SELECT p.*, coalesce(a.name, a.role, p.agent_id) AS agent
FROM page p
LEFT JOIN agent a ON a.conversation_key = p.conversation_key AND a.agent_id = p.agent_id
ORDER BY p.sort_number, p.run, p.doer
