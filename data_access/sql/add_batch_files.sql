-- Which files does a batch hold? Adds a membership for each given file.
INSERT INTO batch_file
SELECT $batch_id, f.file_id
FROM (SELECT DISTINCT unnest($file_ids::INTEGER[]) AS file_id) f
WHERE NOT EXISTS (SELECT 1 FROM batch_file b WHERE b.batch_id = $batch_id AND b.file_id = f.file_id)
