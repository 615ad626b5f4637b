-- A cut last line is read again when its file has grown: lowers the counts of the earlier version.
UPDATE import_file
SET records = records - $rejects, rejected = rejected - $rejects
WHERE file_id = $file_id
