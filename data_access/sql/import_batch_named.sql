-- Is there such a batch? Gives its source and format.
SELECT batch_id, source, source_format, origin, counts FROM import_batch WHERE batch_id = $batch_id
