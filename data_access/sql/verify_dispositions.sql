-- Has every record of every file exactly one disposition, with each reject and each other record kept?
WITH rejects AS (
    SELECT file_id, count(*) AS rows FROM import_reject GROUP BY file_id
), others AS (
    SELECT file_id, count(*) AS rows FROM import_other GROUP BY file_id
), judged AS (
    SELECT
        f.file_id, f.records,
        f.records <> f.stored + f.duplicates + f.others + f.rejected
        OR f.rejected <> coalesce(r.rows, 0) OR f.others <> coalesce(o.rows, 0) AS is_fault
    FROM import_file f
    LEFT JOIN rejects r USING (file_id)
    LEFT JOIN others o USING (file_id)
)
SELECT
    coalesce(sum(records), 0)::BIGINT AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list('file ' || file_id ORDER BY file_id) FILTER (is_fault))[:5] AS examples
FROM judged
