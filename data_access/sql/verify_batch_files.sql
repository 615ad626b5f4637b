-- Does every membership join a batch and a file that exist, once, and is every file in a batch?
WITH membership AS (
    SELECT 'batch ' || m.batch_id || ', file ' || m.file_id AS place,
        b.batch_id IS NULL OR f.file_id IS NULL OR count(*) OVER (PARTITION BY m.batch_id, m.file_id) > 1 AS is_fault
    FROM batch_file m
    LEFT JOIN import_batch b USING (batch_id)
    LEFT JOIN import_file f ON f.file_id = m.file_id
    UNION ALL
    SELECT 'file ' || file_id || ' is in no batch', file_id NOT IN (SELECT file_id FROM batch_file) FROM import_file
)
SELECT
    count(*) AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list(place ORDER BY place) FILTER (is_fault))[:5] AS examples
FROM membership
