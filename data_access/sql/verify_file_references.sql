-- Does every row name a file of the ledger? Fills one `VerifyCheck`.
WITH row_file AS (
    SELECT table_name, file_id, count(*) AS rows FROM brought_row GROUP BY ALL
    UNION ALL
    SELECT 'import_reject', file_id, count(*) FROM import_reject GROUP BY ALL
    UNION ALL
    SELECT 'import_other', file_id, count(*) FROM import_other GROUP BY ALL
    UNION ALL
    SELECT 'also_in', file_id, count(*) FROM also_in GROUP BY ALL
), judged AS (
    SELECT r.*, f.file_id IS NULL AS is_fault FROM row_file r LEFT JOIN import_file f USING (file_id)
)
SELECT
    coalesce(sum(rows), 0)::BIGINT AS checked,
    coalesce(sum(rows) FILTER (is_fault), 0)::BIGINT AS faults,
    (list(table_name || ': file ' || file_id ORDER BY table_name, file_id) FILTER (is_fault))[:5] AS examples
FROM judged
