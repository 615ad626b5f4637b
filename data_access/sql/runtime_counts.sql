-- How much is known of a run? Fills reading.runtime_summary.
WITH happened AS (
    SELECT
        count(*) AS events, count(*) FILTER (severity = 'error') AS errors, min(occurred_at) AS first_at, max(occurred_at) AS last_at,
        count(phase) AS phased
    FROM event
    WHERE conversation_key = $conversation_key
        AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
), said AS (
    SELECT count(*) AS messages
    FROM message
    WHERE conversation_key = $conversation_key
        AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
), called AS (
    SELECT
        count(*) AS tool_calls, count(*) FILTER (status IN ('error', 'denied')) AS tool_errors,
        count(*) FILTER (status = 'unfinished') AS unfinished_calls
    FROM tool_outcome_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
    WHERE conversation_key = $conversation_key
), worked AS (
    SELECT count(*) AS agents
    FROM agent_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
    WHERE conversation_key = $conversation_key
), stated_total AS (
    SELECT arg_max(total_usd, (coalesce(observed_at, TIMESTAMPTZ '1970-01-01'), observation_id)) AS reported_total_usd
    FROM reported_total
    WHERE conversation_key = $conversation_key AND scope = 'conversation' AND total_usd IS NOT NULL
        AND known_as_of(observed_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
)
SELECT
    c.title, c.project, happened.*, said.messages, called.*, worked.agents, stated_total.reported_total_usd,
    (SELECT d FROM conversation_inclusive_usage([$conversation_key]) d) AS with_descendants
FROM conversation c, happened, said, called, worked, stated_total
WHERE c.conversation_key = $conversation_key;
