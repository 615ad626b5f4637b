-- Which files does only this batch hold? Begins the temporary list of files to be taken out.
CREATE OR REPLACE TEMP TABLE doomed_file AS
SELECT b.file_id FROM batch_file b
WHERE b.batch_id = $batch_id
    AND NOT EXISTS (SELECT 1 FROM batch_file o WHERE o.file_id = b.file_id AND o.batch_id <> b.batch_id)
