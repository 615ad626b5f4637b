-- Which agents took part in a run, when, and what did they spend? Fills reading.agents.agents.
-- Agents are those a source describes and those it only names on an event or a call; NULL is "no agent said".
WITH happened AS (
    SELECT agent_id, count(*) AS events, min(occurred_at) AS first_at, max(occurred_at) AS last_at
    FROM event
    WHERE conversation_key = $conversation_key
        AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    GROUP BY agent_id
), spent AS (
    SELECT agent_id, list(DISTINCT model ORDER BY model) FILTER (model IS NOT NULL) AS models
    FROM usage_call
    WHERE conversation_key = $conversation_key AND ($moment::TIMESTAMPTZ IS NULL OR occurred_at <= $moment)
    GROUP BY agent_id
), described AS (
    SELECT * FROM agent_as_of($moment::TIMESTAMPTZ, $places::BIGINT[]) WHERE conversation_key = $conversation_key
), owned AS (
    SELECT
        agent_id,
        usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd,
        unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
    FROM usage_until($conversation_key, $moment::TIMESTAMPTZ) u
    GROUP BY agent_id
), named AS (
    SELECT agent_id FROM described
    UNION SELECT agent_id FROM happened
    UNION SELECT agent_id FROM spent
)
SELECT
    n.agent_id, a.name, a.role, a.parent_agent_id, coalesce(s.models, []) AS models, h.first_at, h.last_at,
    coalesce(h.events, 0) AS events, o AS own, r.own_run
FROM named n
LEFT JOIN (
    SELECT conversation_id AS agent_id, min(conversation_key) AS own_run
    FROM conversation
    WHERE parent_conversation_key = $conversation_key
    GROUP BY conversation_id
) r ON r.agent_id = n.agent_id
LEFT JOIN described a ON a.agent_id = n.agent_id
LEFT JOIN happened h ON h.agent_id IS NOT DISTINCT FROM n.agent_id
LEFT JOIN spent s ON s.agent_id IS NOT DISTINCT FROM n.agent_id
LEFT JOIN owned o ON o.agent_id IS NOT DISTINCT FROM n.agent_id
ORDER BY n.agent_id IS NULL, h.first_at NULLS LAST, n.agent_id;
