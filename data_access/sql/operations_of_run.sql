-- What did the agents of a run do: operations that were recorded, and tool calls that may be some? Fills
-- reading.run_operations. A log tells the folder on the row of the call, else on its run.
WITH run AS (
    SELECT c.conversation_key, c.conversation_id, c.project, c.source_format, c.origin,
        (
            SELECT arg_min(o.extra ->> '$.cwd', (o.observed_at, o.line)) FILTER (o.extra ->> '$.cwd' IS NOT NULL)
            FROM conversation_observation o
            WHERE o.conversation_key = c.conversation_key
        ) AS directory
    FROM conversation c
    WHERE c.conversation_key = $conversation_key
), called AS (
    SELECT * FROM tool_outcome
    WHERE conversation_key = $conversation_key AND list_contains($tools::VARCHAR[], regexp_extract(lower(tool), '[^.]*$'))
), told AS (
    SELECT
        'call:' || t.tool_call_id AS operation_id, TRUE AS is_derived, t.agent_id, t.task_id,
        coalesce(t.started_at, t.ended_at) AS occurred_at, NULL AS operation, t.input AS target, t.tool,
        CASE WHEN r.source_format = 'claude_code' THEN e.payload ->> '$.cwd' END AS working_directory,
        NULL AS workspace, NULL AS approved_by, t.status AS result, NULL AS checksum, NULL AS duration_ms, r.origin,
        t.event_id, t.sequence
    FROM called t
    CROSS JOIN run r
    LEFT JOIN event e ON e.conversation_key = t.conversation_key AND e.event_id = t.event_id
    UNION ALL
    SELECT
        o.operation_id, o.operation IS NULL, o.agent_id, o.task_id, o.occurred_at, o.operation, coalesce(o.target, o.given),
        o.tool, o.working_directory, o.workspace, o.approved_by, o.result, o.checksum, o.duration_ms,
        coalesce(o.origin, r.origin), NULL, o.sequence
    FROM recorded_operation o
    JOIN run r ON o.conversation IN (r.conversation_key, r.conversation_id)
)
SELECT
    t.*, a.workspace_path AS agent_workspace, coalesce(r.directory, r.project) AS run_directory,
    count(*) OVER () AS total
FROM told t
CROSS JOIN run r
LEFT JOIN agent a ON a.conversation_key = r.conversation_key AND a.agent_id = t.agent_id
WHERE $agent_id::VARCHAR IS NULL OR t.agent_id = $agent_id
ORDER BY t.occurred_at NULLS LAST, t.is_derived, t.sequence, t.operation_id
LIMIT $limit
