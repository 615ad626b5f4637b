-- What do sources state as totals, beside what their calls add up to? Fills reading.reported_totals.
-- The newest statement of each run and of each agent; what is below an agent takes the tree and is added there.
WITH newest AS (
    SELECT conversation_key, agent_id, scope, total_usd, total_tokens, observed_at
    FROM reported_total
    WHERE ($conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key)
        AND known_as_of(observed_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    QUALIFY row_number() OVER (
        PARTITION BY conversation_key, scope, agent_id
        ORDER BY total_usd IS NULL, observed_at DESC NULLS LAST, observation_id DESC
    ) = 1
)
SELECT
    n.conversation_key,
    c.basis,
    coalesce(c.conversation_id, n.conversation_key) AS conversation_id,
    if(n.scope = 'agent', n.agent_id, NULL) AS agent_id,
    n.observed_at,
    n.total_usd AS reported_usd,
    n.total_tokens AS reported_tokens,
    EXISTS (
        SELECT 1 FROM call_measure m
        WHERE m.cost_state = 'reported_total' AND m.conversation_key = n.conversation_key
            AND m.agent_id IS NOT DISTINCT FROM n.agent_id
    ) AS counts,
    if(n.scope = 'agent', ao, co) AS own,
    if(n.scope = 'agent', NULL, ci) AS with_descendants
FROM newest n
LEFT JOIN conversation c ON c.conversation_key = n.conversation_key
LEFT JOIN (SELECT * EXCLUDE (conversation_key), conversation_key AS key FROM conversation_own_usage) co
    ON co.key = n.conversation_key
LEFT JOIN (
    SELECT * EXCLUDE (conversation_key), conversation_key AS key
    FROM conversation_inclusive_usage((SELECT list(DISTINCT conversation_key) FROM newest))
) ci ON ci.key = n.conversation_key
LEFT JOIN (SELECT * EXCLUDE (conversation_key, agent_id), conversation_key AS key, agent_id AS id FROM agent_own_usage) ao
    ON ao.key = n.conversation_key AND ao.id = n.agent_id
ORDER BY c.last_at DESC NULLS LAST, n.conversation_key, agent_id NULLS FIRST;
