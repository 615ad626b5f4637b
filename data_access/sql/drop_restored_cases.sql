-- Forget that doomed files brought cases.
DELETE FROM restored_case WHERE file_id IN (SELECT file_id FROM doomed_file)
