-- How many records of a batch could not be used? Fills reading.imports.import_rejects.
SELECT count(*) AS total FROM import_reject r JOIN batch_file b ON b.file_id = r.file_id WHERE b.batch_id = $batch_id;
