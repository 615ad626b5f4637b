-- Is every record of a runtime in the change log, or did it come with a case that is there, and does every receipt
-- still have its record? What records say is held against their hashes by reading.verify.
WITH record AS (
    SELECT 'isolation_request' AS table_name, record_id, record_hash FROM isolation_request
    UNION ALL SELECT 'isolation_result', record_id, record_hash FROM isolation_result
    UNION ALL SELECT 'agent_operation', record_id, record_hash FROM agent_operation
    UNION ALL SELECT 'resource_sample', record_id, record_hash FROM resource_sample
), logged AS (
    SELECT subject_kind AS table_name, try_cast(subject_id AS BIGINT) AS record_id
    FROM audit
    WHERE subject_kind IN (SELECT DISTINCT table_name FROM record)
), brought AS (
    SELECT DISTINCT table_name, record_hash FROM restored_record WHERE NOT was_here
), kept AS (
    SELECT call, request_id, (receipt ->> '$.record_id')::BIGINT AS record_id,
        CASE call
            WHEN 'record_isolation_request' THEN 'isolation_request'
            WHEN 'publish_isolation_result' THEN 'isolation_result'
            WHEN 'record_agent_operation' THEN 'agent_operation'
            WHEN 'record_resource_sample' THEN 'resource_sample'
        END AS table_name
    FROM receipt
), judged AS (
    SELECT
        r.table_name || ' ' || r.record_id AS name,
        l.record_id IS NULL AND b.record_hash IS NULL OR count(*) OVER (PARTITION BY r.table_name, r.record_hash) > 1 AS is_fault
    FROM record r
    LEFT JOIN logged l ON l.table_name = r.table_name AND l.record_id = r.record_id
    LEFT JOIN brought b ON b.table_name = r.table_name AND b.record_hash = r.record_hash
    UNION ALL
    SELECT k.table_name || ' ' || k.record_id || ' of request ' || k.request_id, r.record_id IS NULL
    FROM kept k
    LEFT JOIN record r ON r.table_name = k.table_name AND r.record_id = k.record_id
    WHERE k.table_name IS NOT NULL
    UNION ALL
    SELECT m.table_name || ' of case ' || m.task_id, c.task_id IS NULL OR (r.record_hash IS NULL AND w.observation_id IS NULL)
    FROM restored_record m
    LEFT JOIN restored_case c ON c.task_id = m.task_id
    LEFT JOIN record r ON r.table_name = m.table_name AND r.record_hash = m.record_hash
    LEFT JOIN (SELECT DISTINCT observation_id FROM workspace_observation) w
        ON m.table_name = 'workspace_observation' AND w.observation_id = m.record_hash
)
SELECT
    count(*) AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list(name ORDER BY name) FILTER (is_fault))[:5] AS examples
FROM judged
