-- Forgets that a file that is taken out also brought a row.
DELETE FROM also_in WHERE file_id IN (SELECT file_id FROM doomed_file)
