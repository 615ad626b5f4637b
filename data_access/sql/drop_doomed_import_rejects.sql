-- Takes out the import reject rows of doomed files.
DELETE FROM import_reject WHERE file_id IN (SELECT file_id FROM doomed_file)
