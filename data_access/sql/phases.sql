-- What happened in each phase of a run, and what did it cost? Fills reading.phases.
-- A person is who writes as `user` and never as an agent. A gap that a person's word ends is a wait for people, every
-- other gap between two rows of one agent in one phase is time of that agent. Tasks and tool calls that name no phase stand
-- in that of the latest event of their task.
WITH person AS (
    SELECT sender
    FROM message
    WHERE conversation_key = $conversation_key AND sender IS NOT NULL
    GROUP BY sender
    HAVING bool_and(role = 'user')
), spoken AS (
    SELECT DISTINCT event_id
    FROM message
    WHERE conversation_key = $conversation_key AND event_id IS NOT NULL AND extra IS NULL
        AND sender IN (SELECT sender FROM person)
), happened AS (
    SELECT
        phase, agent_id, severity, occurred_at, coalesce(agent_id IN (SELECT sender FROM person), FALSE) AS is_of_person,
        event_id IN (SELECT event_id FROM spoken) OR coalesce(agent_id IN (SELECT sender FROM person), FALSE) AS is_said_by_person,
        date_diff('microsecond', lag(occurred_at) OVER (PARTITION BY agent_id, phase ORDER BY occurred_at, sequence, event_id), occurred_at)
            AS since_own,
        date_diff('microsecond', lag(occurred_at) OVER (ORDER BY occurred_at, sequence, event_id), occurred_at) AS since_any
    FROM event
    WHERE conversation_key = $conversation_key AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
), event_side AS (
    SELECT
        phase, min(occurred_at) AS first_at, max(occurred_at) AS last_at, count(*) AS events,
        count(*) FILTER (severity = 'error') AS errors,
        list(DISTINCT agent_id ORDER BY agent_id) FILTER (agent_id IS NOT NULL AND NOT is_of_person) AS agent_ids,
        coalesce(sum(since_own) FILTER (NOT is_said_by_person), 0)::DOUBLE AS agent_microseconds,
        coalesce(sum(since_any) FILTER (is_said_by_person), 0)::DOUBLE AS human_wait_microseconds
    FROM happened
    GROUP BY phase
), task_phase AS (
    SELECT task_id, arg_max(phase, (occurred_at, sequence)) AS phase
    FROM event
    WHERE conversation_key = $conversation_key AND task_id IS NOT NULL AND phase IS NOT NULL AND occurred_at IS NOT NULL
        AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    GROUP BY task_id
), stated AS (
    SELECT * FROM task_as_of($moment::TIMESTAMPTZ, $places::BIGINT[]) WHERE conversation_key = $conversation_key
), tool_side AS (
    SELECT coalesce(e.phase, t.phase, k.phase) AS phase, count(*) AS tool_calls
    FROM tool_outcome_as_of($moment::TIMESTAMPTZ, $places::BIGINT[]) o
    LEFT JOIN event e ON e.conversation_key = o.conversation_key AND e.event_id = o.event_id
    LEFT JOIN stated t ON t.task_id = o.task_id
    LEFT JOIN task_phase k ON k.task_id = o.task_id
    WHERE o.conversation_key = $conversation_key
    GROUP BY ALL
), usage_side AS (
    SELECT
        phase,
        usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd,
        unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
    FROM usage_until($conversation_key, $moment::TIMESTAMPTZ) u
    GROUP BY phase
), named AS (
    SELECT phase FROM event_side
    UNION SELECT phase FROM tool_side
    UNION SELECT phase FROM usage_side
    UNION
    SELECT coalesce(t.phase, k.phase)
    FROM stated t LEFT JOIN task_phase k ON k.task_id = t.task_id
)
SELECT
    n.phase, h.first_at, h.last_at, coalesce(h.events, 0) AS events, coalesce(h.errors, 0) AS errors,
    coalesce(h.agent_ids, []) AS agent_ids, coalesce(h.agent_microseconds, 0) AS agent_microseconds,
    coalesce(h.human_wait_microseconds, 0) AS human_wait_microseconds, coalesce(t.tool_calls, 0) AS tool_calls, u AS usage
FROM named n
LEFT JOIN event_side h ON h.phase IS NOT DISTINCT FROM n.phase
LEFT JOIN tool_side t ON t.phase IS NOT DISTINCT FROM n.phase
LEFT JOIN usage_side u ON u.phase IS NOT DISTINCT FROM n.phase
ORDER BY n.phase IS NULL, h.first_at NULLS LAST, n.phase;
