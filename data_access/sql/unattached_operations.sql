-- Which recorded operations are of sessions that are no run of this desk? Fills reading.unattached_operations.
SELECT
    o.operation_id, o.operation IS NULL AS is_derived, o.conversation, o.agent_id, o.task_id, o.occurred_at, o.operation,
    coalesce(o.target, o.given) AS target, o.tool, o.working_directory, o.workspace, o.approved_by, o.result, o.checksum,
    o.duration_ms, coalesce(o.origin, 'real') AS origin, NULL AS event_id, NULL AS agent_workspace, NULL AS run_directory,
    CASE WHEN o.origin IS NULL THEN 'published' ELSE 'log' END AS basis, count(*) OVER () AS total
FROM recorded_operation o
WHERE ($session::VARCHAR IS NULL OR o.conversation = $session)
    AND NOT EXISTS (
        FROM conversation c WHERE o.conversation = c.conversation_id OR o.conversation = c.conversation_key
    )
ORDER BY o.occurred_at DESC, o.sequence DESC, o.operation_id
LIMIT $limit
