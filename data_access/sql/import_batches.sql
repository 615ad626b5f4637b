-- What was imported, the latest first? Fills reading.imports.import_batches.
SELECT batch_id, source, source_format, origin, principal_id, started_at, finished_at, counts
FROM import_batch
WHERE $before::BIGINT IS NULL OR batch_id < $before
ORDER BY batch_id DESC
LIMIT $limit;
