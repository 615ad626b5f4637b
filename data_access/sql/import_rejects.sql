-- Which records of a batch could not be used, and why? Fills reading.imports.import_rejects.
SELECT
    f.shown_path AS file, r.line, r.reason, left(r.raw_text, 4000) AS raw_text, length(coalesce(r.raw_text, '')) AS raw_length,
    r.file_id, r.rowid AS number
FROM import_reject r
JOIN import_file f ON f.file_id = r.file_id
JOIN batch_file b ON b.file_id = r.file_id
WHERE b.batch_id = $batch_id
    AND (
        $after_number::BIGINT IS NULL
        OR (f.shown_path, r.file_id, r.line, r.rowid) > ($after_path::VARCHAR, $after_file::BIGINT, $after_line::BIGINT, $after_number)
    )
ORDER BY f.shown_path, r.file_id, r.line, r.rowid
LIMIT $limit;
