-- Which operations of these runs are not examined as they stand now? Fills writing.examine_operations. The fingerprint
-- holds all that the policy goes by.
WITH told AS (
    SELECT
        *,
        md5(
            to_json(
                [
                    agent_id, task_id, occurred_at::VARCHAR, operation, target, tool, working_directory, workspace, approved_by,
                    result, checksum, origin, duration_ms::VARCHAR, event_id, agent_workspace, run_directory, conversation_id
                ]
            )::VARCHAR
        ) AS fingerprint
    FROM operation_source($runs::VARCHAR[], $tools::VARCHAR[])
)
SELECT t.*
FROM told t
ANTI JOIN examined_source x
    ON x.run = t.run AND x.source_id = t.operation_id AND x.fingerprint = t.fingerprint AND x.examined_by = $examined_by
ORDER BY t.run, t.sequence, t.operation_id
LIMIT $limit
