-- Takes out the import file rows of doomed files.
DELETE FROM import_file WHERE file_id IN (SELECT file_id FROM doomed_file)
