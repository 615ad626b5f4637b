-- Which agents took part in a run, when, and what did they spend? Fills reading.agents.agents.
-- Agents are those a source describes and those it only names on an event or a call; NULL is "no agent said".
WITH happened AS (
    SELECT agent_id, count(*) AS events, min(occurred_at) AS first_at, max(occurred_at) AS last_at
    FROM event WHERE conversation_key = $conversation_key GROUP BY agent_id
), spent AS (
    SELECT agent_id, list(DISTINCT model ORDER BY model) FILTER (model IS NOT NULL) AS models
    FROM usage_call WHERE conversation_key = $conversation_key GROUP BY agent_id
), named AS (
    SELECT agent_id FROM agent WHERE conversation_key = $conversation_key
    UNION SELECT agent_id FROM happened
    UNION SELECT agent_id FROM spent
)
SELECT
    n.agent_id, a.name, a.role, a.parent_agent_id, coalesce(s.models, []) AS models, h.first_at, h.last_at,
    coalesce(h.events, 0) AS events, o AS own
FROM named n
LEFT JOIN agent a ON a.conversation_key = $conversation_key AND a.agent_id = n.agent_id
LEFT JOIN happened h ON h.agent_id IS NOT DISTINCT FROM n.agent_id
LEFT JOIN spent s ON s.agent_id IS NOT DISTINCT FROM n.agent_id
LEFT JOIN agent_own_usage o ON o.conversation_key = $conversation_key AND o.agent_id IS NOT DISTINCT FROM n.agent_id
ORDER BY n.agent_id IS NULL, h.first_at NULLS LAST, n.agent_id;
