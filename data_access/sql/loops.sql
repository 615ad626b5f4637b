-- Which calls does an agent make again and again with the same input? Fills reading.loops.
WITH called AS (
    SELECT
        conversation_key, agent_id, tool, input, hash(tool, input) AS asked, status, event_id,
        coalesce(started_at, ended_at) AS occurred_at, sequence, tool_call_id
    FROM tool_outcome
    WHERE ($conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key)
        AND input IS NOT NULL AND tool IS NOT NULL
        AND ($since::TIMESTAMPTZ IS NULL OR coalesce(started_at, ended_at) >= $since)
        AND ($until::TIMESTAMPTZ IS NULL OR coalesce(started_at, ended_at) < $until)
), numbered AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY conversation_key, agent_id ORDER BY occurred_at NULLS LAST, sequence, tool_call_id)
        - row_number() OVER (
            PARTITION BY conversation_key, agent_id, asked ORDER BY occurred_at NULLS LAST, sequence, tool_call_id
        ) AS streak
    FROM called
), streaked AS (
    SELECT
        conversation_key, agent_id, asked, streak, count(*) AS calls, count(*) FILTER (status = 'error') AS errors,
        any_value(tool) AS tool, left(any_value(input), 500) AS input_preview, min(occurred_at) AS first_at,
        max(occurred_at) AS last_at, arg_min(event_id, (sequence, event_id)) AS event_id
    FROM numbered
    GROUP BY conversation_key, agent_id, asked, streak
), looped AS (
    SELECT
        conversation_key, agent_id, any_value(tool) AS tool, any_value(input_preview) AS input_preview,
        max(calls)::BIGINT AS in_a_row, sum(calls)::BIGINT AS in_run, sum(errors)::BIGINT AS errors, min(first_at) AS first_at,
        max(last_at) AS last_at, arg_min(event_id, (-calls, first_at, event_id)) AS event_id
    FROM streaked
    GROUP BY conversation_key, agent_id, asked
)
SELECT
    r.conversation_id, r.run_title, r.origin, l.*, coalesce(a.name, a.role, l.agent_id) AS agent, count(*) OVER () AS total
FROM looped l
JOIN runs_asked($conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR) r
    ON r.conversation_key = l.conversation_key
LEFT JOIN agent a ON a.conversation_key = l.conversation_key AND a.agent_id = l.agent_id
WHERE l.in_run >= $at_least
ORDER BY l.in_a_row DESC, l.in_run DESC, l.first_at, l.conversation_key, l.agent_id, l.input_preview
LIMIT $limit;
