-- Which files did several agents of one run write, the newest first, after the last one given? Fills
-- reading.files_of_several_agents.
WITH wrote AS (
    SELECT
        run, any_value(conversation_key) AS conversation_key, any_value(conversation_id) AS conversation_id,
        any_value(run_title) AS run_title, any_value(origin) AS origin, target AS path, agent_id, max(occurred_at) AS last_at
    FROM operation_addition_in($judge::VARCHAR, NULL::VARCHAR[], NULL, NULL, NULL, NULL)
    WHERE kind = 'file'
    GROUP BY run, target, agent_id
), shared AS (
    SELECT
        run, any_value(conversation_key) AS conversation_key, any_value(conversation_id) AS conversation_id,
        any_value(run_title) AS run_title, any_value(origin) AS origin, path, count(*) AS agents_total,
        list(agent_id ORDER BY agent_id NULLS LAST)[:20] AS agent_ids, max(last_at) AS last_at,
        -coalesce(epoch_us(max(last_at)), 0) AS sort_number
    FROM wrote
    GROUP BY run, path
    HAVING count(*) > 1
), page AS (
    SELECT *, (SELECT count(*) FROM shared) AS total
    FROM shared
    WHERE $after_run::VARCHAR IS NULL OR (sort_number, run, path) > ($after_number::BIGINT, $after_run, $after_path::VARCHAR)
    ORDER BY sort_number, run, path
    LIMIT $limit
)
SELECT
    p.*,
    (
        SELECT list(coalesce(a.name, a.role, a.agent_id) ORDER BY coalesce(a.name, a.role, a.agent_id))
        FROM agent a
        WHERE a.conversation_key = p.conversation_key AND list_contains(p.agent_ids, a.agent_id)
    ) AS agent_names
FROM page p
ORDER BY p.sort_number, p.run, p.path
