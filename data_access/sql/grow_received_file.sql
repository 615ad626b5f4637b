-- What has arrived of a stretch so far? Raises the counts of its one file.
UPDATE import_file
SET size_bytes = $size_bytes, records = $records, stored = $stored, duplicates = $duplicates, rejected = $rejected, counts = $counts
WHERE file_id = $file_id
