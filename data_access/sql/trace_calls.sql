-- Which calls did an agent make, of models and of tools, in the order of time, after the last one given? Fills reading.trace.
-- Sub-agents that no known tool call started stand among them, where they first did something (`attached`). What has no
-- time comes last, in the order of the source.
WITH undated AS (
    SELECT event_id, sequence FROM event WHERE conversation_key = $conversation_key AND occurred_at IS NULL
), node AS (
    SELECT
        'model_call' AS kind, 0 AS rank, m.call_key AS native_id, m.model AS label,
        if(m.at_least_calls > 0, 'unfinished', NULL) AS status, coalesce(t.asked_at, m.occurred_at) AS started_at,
        if(t.asked_at IS NULL, NULL, t.answered_at) AS ended_at, m.occurred_at, m.event_id, u.sequence,
        FALSE AS is_error, m AS own
    FROM call_measure m
    LEFT JOIN undated u ON u.event_id = m.event_id
    LEFT JOIN model_call_time_in($conversation_key) t ON t.call_key = m.call_key
    WHERE m.conversation_key = $conversation_key AND m.agent_id IS NOT DISTINCT FROM $agent_id::VARCHAR
        AND m.call_key IS NOT NULL
    UNION ALL BY NAME
    SELECT
        'tool_call' AS kind, 1 AS rank, tool_call_id AS native_id, tool AS label, status, started_at, ended_at,
        coalesce(started_at, ended_at) AS occurred_at, event_id, sequence, status = 'error' AS is_error
    FROM tool_outcome
    WHERE conversation_key = $conversation_key AND agent_id IS NOT DISTINCT FROM $agent_id::VARCHAR
    UNION ALL BY NAME
    SELECT 'agent' AS kind, 2 AS rank, a.agent_id AS native_id, min(e.occurred_at) AS occurred_at,
        min(e.sequence) AS sequence, FALSE AS is_error
    FROM (SELECT unnest($attached::VARCHAR[]) AS agent_id) a
    LEFT JOIN event e ON e.conversation_key = $conversation_key AND e.agent_id = a.agent_id
    GROUP BY a.agent_id
), placed AS (
    SELECT
        *,
        coalesce(
            occurred_at,
            TIMESTAMPTZ '9000-01-01 00:00:00+00' + to_microseconds(least(sequence, 9007199254740991)),
            TIMESTAMPTZ '9999-12-31 00:00:00+00'
        ) AS sort_at
    FROM node
)
SELECT kind, rank, native_id, label, status, started_at, ended_at, event_id, is_error, own, sort_at
FROM placed
WHERE $after_id::VARCHAR IS NULL
    OR (sort_at, rank, native_id) > ($after_at::TIMESTAMPTZ, $after_rank::BIGINT, $after_id)
ORDER BY sort_at, rank, native_id
LIMIT $limit;
