-- Takes out the import other rows of doomed files.
DELETE FROM import_other WHERE file_id IN (SELECT file_id FROM doomed_file)
