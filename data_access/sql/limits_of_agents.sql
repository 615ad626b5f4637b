-- How much did each agent of the runs use at most, and what says so? Fills reading.resource_limits. Runs of which nothing
-- was measured have their agents too; samples of a run that is not known stand under the name they give.
WITH run AS (
    FROM runs_asked($conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, NULL)
    WHERE $as_named::VARCHAR IS NULL
), used AS MATERIALIZED (
    SELECT *, if(conversation_key IS NULL, conversation, NULL) AS named
    FROM resource_use_in($conversation_key::VARCHAR, $as_named::VARCHAR, $tools::VARCHAR[])
    WHERE $since::TIMESTAMPTZ IS NULL OR used_at >= $since
), counted AS (
    SELECT
        conversation_key, named, agent_id, max(runs_named) AS runs_named, max(used_at) AS last_at,
        CASE WHEN bool_or(origin = 'real') THEN 'real' ELSE min(origin) END AS origin,
        max(disk_bytes) AS disk_highest, count(disk_bytes) AS disk_measured,
        count(*) FILTER (passes_limit(disk_bytes, $disk_bytes::BIGINT)) AS disk_passed,
        max(command_seconds) AS command_highest, count(command_seconds) AS command_measured,
        count(*) FILTER (passes_limit(command_seconds, $command_seconds::BIGINT)) AS command_passed,
        max(memory_bytes) AS memory_highest, count(memory_bytes) AS memory_measured,
        count(*) FILTER (passes_limit(memory_bytes, $memory_bytes::BIGINT)) AS memory_passed,
        max(network_bytes_per_second) AS network_highest, count(network_bytes_per_second) AS network_measured,
        count(*) FILTER (passes_limit(network_bytes_per_second, $network_bytes_per_second::BIGINT)) AS network_passed,
        count(*) FILTER (NOT is_derived AND NOT starts_with(source_id, 'audit:')) AS samples,
        count(*) FILTER (is_derived AND command_seconds IS NULL) AS commands_without_length
    FROM used
    GROUP BY conversation_key, named, agent_id
), reached AS (  -- few of many rows, so that what says so is looked for in these alone
    SELECT u.*, c.disk_highest, c.command_highest, c.memory_highest, c.network_highest
    FROM used u
    JOIN counted c
        ON c.conversation_key IS NOT DISTINCT FROM u.conversation_key AND c.named IS NOT DISTINCT FROM u.named
        AND c.agent_id IS NOT DISTINCT FROM u.agent_id
    WHERE u.disk_bytes = c.disk_highest OR u.command_seconds = c.command_highest OR u.memory_bytes = c.memory_highest
        OR u.network_bytes_per_second = c.network_highest
), sourced AS (
    SELECT
        conversation_key, named, agent_id,
        highest_use(disk_bytes, disk_highest, used_at, source_id, event_id, is_derived, origin) AS disk_bytes,
        highest_use(command_seconds, command_highest, used_at, source_id, event_id, is_derived, origin) AS command_seconds,
        highest_use(memory_bytes, memory_highest, used_at, source_id, event_id, is_derived, origin) AS memory_bytes,
        highest_use(network_bytes_per_second, network_highest, used_at, source_id, event_id, is_derived, origin)
            AS network_bytes_per_second
    FROM reached
    GROUP BY conversation_key, named, agent_id
), measured AS (
    SELECT
        c.* EXCLUDE (disk_highest, command_highest, memory_highest, network_highest),
        s.disk_bytes, s.command_seconds, s.memory_bytes, s.network_bytes_per_second
    FROM counted c
    LEFT JOIN sourced s
        ON s.conversation_key IS NOT DISTINCT FROM c.conversation_key AND s.named IS NOT DISTINCT FROM c.named
        AND s.agent_id IS NOT DISTINCT FROM c.agent_id
), described AS (
    SELECT conversation_key, agent_id, coalesce(name, role, agent_id) AS agent FROM agent SEMI JOIN run USING (conversation_key)
), listed AS (
    SELECT r.conversation_key, d.agent_id FROM run r LEFT JOIN described d USING (conversation_key)
    UNION
    SELECT m.conversation_key, m.agent_id FROM measured m SEMI JOIN run USING (conversation_key)
), told AS (
    SELECT
        r.conversation_key, r.conversation_id, r.run_title, r.project, r.source_format, r.origin, 1 AS runs_named, l.agent_id,
        coalesce(d.agent, l.agent_id) AS agent, m.* EXCLUDE (conversation_key, named, agent_id, runs_named, origin)
    FROM listed l
    JOIN run r ON r.conversation_key = l.conversation_key
    LEFT JOIN described d ON d.conversation_key = l.conversation_key AND d.agent_id = l.agent_id
    LEFT JOIN measured m ON m.conversation_key = l.conversation_key AND m.agent_id IS NOT DISTINCT FROM l.agent_id
    UNION ALL BY NAME
    SELECT
        named AS conversation_id, origin, runs_named, agent_id, agent_id AS agent,
        m.* EXCLUDE (conversation_key, named, agent_id, runs_named, origin)
    FROM measured m
    WHERE conversation_key IS NULL AND $conversation_key::VARCHAR IS NULL AND $project::VARCHAR IS NULL
        AND $source_format::VARCHAR IS NULL
)
SELECT *
FROM told
WHERE ($origin::VARCHAR IS NULL OR origin = $origin) AND ($agent_id::VARCHAR IS NULL OR agent_id = $agent_id)
ORDER BY conversation_key NULLS LAST, conversation_id, agent_id NULLS FIRST
