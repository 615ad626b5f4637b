-- How many file versions does a batch hold, or the desk in all? Fills reading.imports.source_files.
SELECT count(*) AS total FROM import_file f
WHERE $batch_id::BIGINT IS NULL OR f.file_id IN (SELECT file_id FROM batch_file WHERE batch_id = $batch_id);
