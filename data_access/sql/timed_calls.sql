-- Which calls of models and tools stand behind those figures, the slowest or the newest first, after the last one given?
-- Fills reading.timed_calls. What has no duration, or no time, comes last.
WITH matching AS (
    SELECT
        *,
        CASE $order
            WHEN 'slowest' THEN -if(microseconds >= 0, microseconds, NULL)
            WHEN 'newest' THEN -epoch_us(occurred_at)
        END AS sort_number
    FROM timed_call_in(
        $conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR,
        $since::TIMESTAMPTZ, $until::TIMESTAMPTZ
    )
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind) AND ($name::VARCHAR IS NULL OR name = $name)
        AND ($status::VARCHAR IS NULL OR status = $status)
), page AS (
    SELECT *
    FROM matching
    WHERE $after_call::VARCHAR IS NULL
        OR (sort_number IS NULL, coalesce(sort_number, 0), conversation_key, kind, call_id)
            > ($after_number::BIGINT IS NULL, coalesce($after_number::BIGINT, 0), $after_run::VARCHAR, $after_kind::VARCHAR, $after_call)
    ORDER BY sort_number NULLS LAST, conversation_key, kind, call_id
    LIMIT $limit
)
SELECT p.*, coalesce(a.name, a.role, p.agent_id) AS agent, (SELECT count(*) FROM matching) AS total
FROM page p LEFT JOIN agent a ON a.conversation_key = p.conversation_key AND a.agent_id = p.agent_id
ORDER BY p.sort_number NULLS LAST, p.conversation_key, p.kind, p.call_id;
