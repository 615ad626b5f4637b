-- Which calls cost many times what their agent's calls usually cost? Fills reading.outliers.
WITH priced AS (
    SELECT
        m.conversation_key, m.agent_id, m.call_key, m.model, m.occurred_at, m.event_id, m.cost_usd,
        median(m.cost_usd::DOUBLE) OVER (PARTITION BY m.conversation_key, m.agent_id) AS median_usd,
        count(*) OVER (PARTITION BY m.conversation_key, m.agent_id) AS calls
    FROM call_measure m
    WHERE ($conversation_key::VARCHAR IS NULL OR m.conversation_key = $conversation_key)
        AND m.call_key IS NOT NULL AND m.cost_usd > 0
        AND ($since::TIMESTAMPTZ IS NULL OR m.occurred_at >= $since)
        AND ($until::TIMESTAMPTZ IS NULL OR m.occurred_at < $until)
)
SELECT
    r.conversation_id, r.run_title, r.origin, p.conversation_key, p.agent_id, coalesce(a.name, a.role, p.agent_id) AS agent, p.call_key,
    p.model, p.occurred_at, p.event_id, p.cost_usd, p.median_usd, p.cost_usd::DOUBLE / p.median_usd AS times_median, p.calls,
    count(*) OVER () AS total
FROM priced p
JOIN runs_asked($conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR) r
    ON r.conversation_key = p.conversation_key
LEFT JOIN agent a ON a.conversation_key = p.conversation_key AND a.agent_id = p.agent_id
WHERE p.calls >= $fewest_calls AND p.cost_usd::DOUBLE >= p.median_usd * $times::DOUBLE
ORDER BY times_median DESC, p.cost_usd DESC, p.call_key
LIMIT $limit;
