-- Which agents cost many times in one run what they usually cost in a run? Fills reading.agent_outliers.
-- The same agent is one with the same name, else role, else id, in runs of one project and one source.
WITH spent AS (
    SELECT
        c.conversation_id, u.conversation_key, c.run_title, c.origin, c.project, c.source_format, c.last_at, u.agent_id,
        coalesce(a.name, a.role, u.agent_id) AS agent, u.cost_usd
    FROM agent_own_usage u
    JOIN runs_asked(NULL, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR) c ON c.conversation_key = u.conversation_key
    LEFT JOIN agent a ON a.conversation_key = u.conversation_key AND a.agent_id = u.agent_id
    WHERE u.agent_id IS NOT NULL AND u.cost_usd > 0
        AND ($since::TIMESTAMPTZ IS NULL OR c.last_at >= $since) AND ($until::TIMESTAMPTZ IS NULL OR c.last_at < $until)
), compared AS (
    SELECT
        *,
        median(cost_usd::DOUBLE) OVER (PARTITION BY source_format, project, agent) AS median_usd,
        count(*) OVER (PARTITION BY source_format, project, agent) AS runs
    FROM spent
)
SELECT
    conversation_id, conversation_key, run_title, origin, last_at, agent_id, agent, cost_usd, median_usd,
    cost_usd::DOUBLE / median_usd AS times_median, runs, count(*) OVER () AS total
FROM compared
WHERE runs >= $fewest_runs AND cost_usd::DOUBLE >= median_usd * $times::DOUBLE
ORDER BY times_median DESC, cost_usd DESC, conversation_key, agent_id
LIMIT $limit;
