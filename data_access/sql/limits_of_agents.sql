-- How much did each agent of the runs use at most, and what says so? Fills reading.resource_limits. Runs of which nothing
-- was measured have their agents too; samples of a run that is not known stand under the name they give.
WITH run AS (
    FROM runs_asked($conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, NULL)
    WHERE $as_named::VARCHAR IS NULL
), used AS (
    SELECT
        conversation_key, if(conversation_key IS NULL, conversation, NULL) AS named, agent_id, max(runs_named) AS runs_named,
        max(used_at) AS last_at, CASE WHEN bool_or(origin = 'real') THEN 'real' ELSE min(origin) END AS origin,
        highest_use(disk_bytes, used_at, source_id, event_id, is_derived, origin, $disk_bytes::BIGINT) AS disk_bytes,
        highest_use(command_seconds, used_at, source_id, event_id, is_derived, origin, $command_seconds::BIGINT) AS command_seconds,
        highest_use(memory_bytes, used_at, source_id, event_id, is_derived, origin, $memory_bytes::BIGINT) AS memory_bytes,
        highest_use(network_bytes_per_second, used_at, source_id, event_id, is_derived, origin, $network_bytes_per_second::BIGINT)
            AS network_bytes_per_second,
        count(*) FILTER (NOT is_derived AND NOT starts_with(source_id, 'audit:')) AS samples,
        count(*) FILTER (is_derived AND command_seconds IS NULL) AS commands_without_length
    FROM resource_use_in($conversation_key::VARCHAR, $as_named::VARCHAR, $tools::VARCHAR[])
    WHERE $since::TIMESTAMPTZ IS NULL OR used_at >= $since
    GROUP BY ALL
), described AS (
    SELECT conversation_key, agent_id, coalesce(name, role, agent_id) AS agent FROM agent SEMI JOIN run USING (conversation_key)
), listed AS (
    SELECT r.conversation_key, d.agent_id FROM run r LEFT JOIN described d USING (conversation_key)
    UNION
    SELECT u.conversation_key, u.agent_id FROM used u SEMI JOIN run USING (conversation_key)
), told AS (
    SELECT
        r.conversation_key, r.conversation_id, r.run_title, r.project, r.source_format, r.origin, 1 AS runs_named, l.agent_id,
        coalesce(d.agent, l.agent_id) AS agent, u.last_at, u.disk_bytes, u.command_seconds, u.memory_bytes,
        u.network_bytes_per_second, coalesce(u.samples, 0) AS samples, coalesce(u.commands_without_length, 0) AS commands_without_length
    FROM listed l
    JOIN run r ON r.conversation_key = l.conversation_key
    LEFT JOIN described d ON d.conversation_key = l.conversation_key AND d.agent_id = l.agent_id
    LEFT JOIN used u ON u.conversation_key = l.conversation_key AND u.agent_id IS NOT DISTINCT FROM l.agent_id
    UNION ALL
    SELECT
        NULL, named, NULL, NULL, NULL, origin, runs_named, agent_id, agent_id, last_at, disk_bytes, command_seconds, memory_bytes,
        network_bytes_per_second, samples, commands_without_length
    FROM used
    WHERE conversation_key IS NULL AND $conversation_key::VARCHAR IS NULL AND $project::VARCHAR IS NULL
        AND $source_format::VARCHAR IS NULL
)
SELECT *
FROM told
WHERE ($origin::VARCHAR IS NULL OR origin = $origin) AND ($agent_id::VARCHAR IS NULL OR agent_id = $agent_id)
ORDER BY conversation_key NULLS LAST, conversation_id, agent_id NULLS FIRST
