-- Which agents has a run, who started each, and what did each do, spend and fail at? Fills reading.trace.
-- `started_by` is the tool call of the parent that started an agent.
WITH happened AS (
    SELECT agent_id, min(occurred_at) AS first_at, max(occurred_at) AS last_at
    FROM event WHERE conversation_key = $conversation_key GROUP BY agent_id
), failed AS (
    SELECT agent_id, count(*) AS errors
    FROM transcript_item_as_of(NULL::TIMESTAMPTZ, NULL::BIGINT[])
    WHERE conversation_key = $conversation_key AND is_error
    GROUP BY agent_id
), called AS (
    SELECT agent_id, count(*) AS calls
    FROM (
        SELECT agent_id FROM tool_outcome WHERE conversation_key = $conversation_key
        UNION ALL SELECT agent_id FROM usage_call WHERE conversation_key = $conversation_key
    )
    GROUP BY agent_id
), named AS (
    SELECT agent_id FROM agent WHERE conversation_key = $conversation_key
    UNION SELECT agent_id FROM happened
    UNION SELECT agent_id FROM called
    UNION SELECT agent_id FROM failed
    UNION SELECT agent_id FROM agent_own_usage WHERE conversation_key = $conversation_key
)
SELECT
    n.agent_id, a.name, a.role, a.parent_agent_id,
    if(t.agent_id = a.parent_agent_id, a.spawned_by_tool_call_id, NULL) AS started_by,
    h.first_at, h.last_at, coalesce(f.errors, 0) AS errors, coalesce(c.calls, 0) AS calls, o AS own
FROM named n
LEFT JOIN agent a ON a.conversation_key = $conversation_key AND a.agent_id = n.agent_id
LEFT JOIN tool_outcome t ON t.conversation_key = $conversation_key AND t.tool_call_id = a.spawned_by_tool_call_id
LEFT JOIN happened h ON h.agent_id IS NOT DISTINCT FROM n.agent_id
LEFT JOIN failed f ON f.agent_id IS NOT DISTINCT FROM n.agent_id
LEFT JOIN called c ON c.agent_id IS NOT DISTINCT FROM n.agent_id
LEFT JOIN agent_own_usage o ON o.conversation_key = $conversation_key AND o.agent_id IS NOT DISTINCT FROM n.agent_id
ORDER BY h.first_at NULLS LAST, n.agent_id;
