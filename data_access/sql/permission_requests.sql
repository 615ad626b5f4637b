-- What were people or rules asked to permit: requests on record, tool calls that were refused or asked for more than
-- their sandbox, and events of a log that ask? Fills reading.permission_requests.
WITH run AS (
    SELECT conversation_key, conversation_id, title, source_format, origin, basis
    FROM conversation
    WHERE ($conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key)
        AND ($source_format::VARCHAR IS NULL OR source_format = $source_format)
), recorded AS (
    SELECT p.*, FALSE AS is_derived, NULL AS given, NULL AS status, NULL AS said
    FROM permission_request p
    SEMI JOIN run USING (conversation_key)
), called AS (
    SELECT
        conversation_key, tool_call_id, tool, agent_id, task_id, status, started_at, ended_at, input AS given,
        coalesce(error, output) AS said, event_id
    FROM tool_outcome t
    SEMI JOIN run USING (conversation_key)
    WHERE $conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key
), asking AS (
    SELECT e.conversation_key, e.event_id, e.agent_id, e.task_id, e.occurred_at, coalesce(e.payload -> '$.payload', e.payload -> '$.msg', e.payload) AS told
    FROM event e
    SEMI JOIN run USING (conversation_key)
    WHERE e.event_type IN ('event.exec_approval_request', 'event.apply_patch_approval_request')
), asked AS (
    SELECT
        a.conversation_key, 'event:' || a.event_id AS permission_id, TRUE AS is_derived, a.agent_id, a.task_id,
        a.told ->> '$.call_id' AS tool_call_id,
        CASE WHEN a.told ->> '$.type' = 'exec_approval_request' THEN 'exec' ELSE 'apply_patch' END AS tool,
        NULL AS operation, NULL AS target, a.told ->> '$.reason' AS reason, a.told::VARCHAR AS given,
        coalesce(c.status, 'unfinished') AS status, c.said, a.occurred_at AS asked_at, c.ended_at AS answered_at, a.event_id
    FROM asking a
    LEFT JOIN called c ON c.conversation_key = a.conversation_key AND c.tool_call_id = a.told ->> '$.call_id'
), refused AS (
    SELECT
        c.conversation_key, 'call:' || c.tool_call_id AS permission_id, TRUE AS is_derived, c.agent_id, c.task_id,
        c.tool_call_id, c.tool, NULL AS operation, NULL AS target, NULL AS reason, c.given, c.status, c.said,
        c.started_at AS asked_at, c.ended_at AS answered_at, c.event_id
    FROM called c
    WHERE (c.status = 'denied' OR contains(c.given, '_permissions"'))
        AND NOT EXISTS (FROM recorded r WHERE r.conversation_key = c.conversation_key AND r.tool_call_id = c.tool_call_id)
        AND NOT EXISTS (FROM asked a WHERE a.conversation_key = c.conversation_key AND a.tool_call_id = c.tool_call_id)
), told AS (
    FROM recorded
    UNION ALL BY NAME FROM asked
    UNION ALL BY NAME FROM refused
)
SELECT
    t.*, r.conversation_id, r.title, r.origin, r.basis, a.name AS agent_name, count(*) OVER () AS total
FROM told t
JOIN run r USING (conversation_key)
LEFT JOIN agent a ON a.conversation_key = t.conversation_key AND a.agent_id = t.agent_id
WHERE ($agent_id::VARCHAR IS NULL OR t.agent_id = $agent_id)
    AND ($since::TIMESTAMPTZ IS NULL OR coalesce(t.asked_at, t.answered_at) >= $since)
ORDER BY coalesce(t.asked_at, t.answered_at) DESC NULLS LAST, t.conversation_key, t.permission_id
LIMIT $most
