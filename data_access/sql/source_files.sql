-- Which file versions does a batch hold, or the desk in all, by path? Fills reading.imports.source_files.
SELECT
    f.file_id, f.shown_path, f.location, f.source_format, f.size_bytes, f.content_hash, f.continues_file_id,
    f.records, f.stored, f.duplicates, f.others, f.rejected, f.loaded_at
FROM import_file f
WHERE ($batch_id::BIGINT IS NULL OR f.file_id IN (SELECT file_id FROM batch_file WHERE batch_id = $batch_id))
    AND ($after_file::BIGINT IS NULL OR (f.shown_path, f.file_id) > ($after_path::VARCHAR, $after_file))
ORDER BY f.shown_path, f.file_id
LIMIT $limit;
