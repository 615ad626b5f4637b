-- What did agents leave behind, each thing once for each agent of a run, the newest first, after the last one given? Fills
-- reading.operation_additions. What has no time comes last.
WITH matching AS (
    SELECT
        run, any_value(conversation_key) AS conversation_key, any_value(conversation_id) AS conversation_id,
        any_value(run_title) AS run_title, any_value(origin) AS origin, any_value(source_format) AS source_format,
        any_value(basis) AS basis, agent_id, kind, target, zone,
        arg_max(verdict, list_position(['allowed', 'needs_approval', 'unknown', 'denied'], verdict)) AS verdict,
        count(*) AS operations, count(*) FILTER (NOT is_derived) AS recorded, min(occurred_at) AS first_at,
        max(occurred_at) AS last_at, arg_max(event_id, (occurred_at, operation_id)) AS event_id
    FROM operation_addition_in(
        $judge::VARCHAR, $runs::VARCHAR[], $agent_id::VARCHAR, $source_format::VARCHAR, $since::TIMESTAMPTZ, $until::TIMESTAMPTZ
    )
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind) AND ($zone::VARCHAR IS NULL OR coalesce(zone, 'none') = $zone)
    GROUP BY run, agent_id, kind, target, zone
), sorted AS (
    SELECT
        *, -epoch_us(last_at) AS sort_number,
        md5(to_json([agent_id, kind, target, zone])::VARCHAR) AS addition_id,
        count(*) OVER () AS total
    FROM matching
), page AS (
    SELECT *
    FROM sorted
    WHERE $after_addition::VARCHAR IS NULL
        OR (sort_number IS NULL, coalesce(sort_number, 0), run, addition_id)
            > ($after_number::BIGINT IS NULL, coalesce($after_number::BIGINT, 0), $after_run::VARCHAR, $after_addition)
    ORDER BY sort_number NULLS LAST, run, addition_id
    LIMIT $limit
)
SELECT p.*, coalesce(a.name, a.role, p.agent_id) AS agent
FROM page p
LEFT JOIN agent a ON a.conversation_key = p.conversation_key AND a.agent_id = p.agent_id
ORDER BY p.sort_number NULLS LAST, p.run, p.addition_id
