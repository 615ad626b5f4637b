-- Which records of these files could not be used? Fills contracts.importing.Reject.
SELECT f.shown_path AS file, r.line, r.reason
FROM import_reject r
JOIN import_file f USING (file_id)
WHERE r.file_id IN (SELECT unnest($file_ids::INTEGER[]))
ORDER BY f.shown_path, r.line, r.reason
LIMIT $most
