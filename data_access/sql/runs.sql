-- Which runs match, in the order asked for, after the last one given? Fills reading.runs.runs.
-- Every order is brought to one shape: unknowns last, a number (the largest first), a text, the key.
WITH matching AS (
    SELECT
        c.*, o AS own,
        CASE $order
            WHEN 'last_at' THEN -epoch_us(c.last_at)::DECIMAL(38, 12)
            WHEN 'cost' THEN -o.cost_usd
            WHEN 'events' THEN -c.events::DECIMAL(38, 12)
            WHEN 'title' THEN if(c.title IS NULL, NULL, 0)::DECIMAL(38, 12)
        END AS sort_number,
        if($order = 'title', lower(coalesce(c.title, '')), '') AS sort_text
    FROM conversation_with_purpose($on_cases::VARCHAR[]) c LEFT JOIN conversation_own_usage o ON o.conversation_key = c.conversation_key
    WHERE ($conversation_key::VARCHAR IS NULL OR c.conversation_key = $conversation_key)
    AND ($project::VARCHAR IS NULL OR c.project = $project)
    AND ($origin::VARCHAR IS NULL OR c.origin = $origin)
    AND ($source_format::VARCHAR IS NULL OR c.source_format = $source_format)
    AND ($purpose::VARCHAR IS NULL OR c.purpose = $purpose)
    AND ($of_case::VARCHAR[] IS NULL OR c.conversation_key IN (SELECT unnest($of_case::VARCHAR[])))
    AND ($model::VARCHAR IS NULL OR c.conversation_key IN (SELECT conversation_key FROM usage_call WHERE model = $model))
    AND ($text::VARCHAR IS NULL OR contains(lower(c.title), lower($text)))
    AND ($since::TIMESTAMPTZ IS NULL OR c.last_at >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR c.first_at < $until)
    AND (NOT $with_errors OR c.errors > 0)
), page AS (
    SELECT *
    FROM matching m
    WHERE $after_key::VARCHAR IS NULL
        OR (m.sort_number IS NULL, coalesce(m.sort_number, 0), m.sort_text, m.conversation_key)
            > ($after_number::DECIMAL(38, 12) IS NULL, coalesce($after_number::DECIMAL(38, 12), 0), $after_text::VARCHAR, $after_key)
    ORDER BY m.sort_number NULLS LAST, m.sort_text, m.conversation_key
    LIMIT $limit
)
SELECT
    p.conversation_key, p.conversation_id, p.parent_conversation_id, p.source_format, p.basis, p.project, p.title, p.purpose,
    p.origin, p.first_at, p.last_at, p.agents, p.events, p.messages, p.tool_calls, p.errors, p.own, d AS with_descendants,
    p.sort_number, p.sort_text
FROM page p
LEFT JOIN conversation_inclusive_usage((SELECT list(conversation_key) FROM page)) d ON d.conversation_key = p.conversation_key
ORDER BY p.sort_number NULLS LAST, p.sort_text, p.conversation_key;
