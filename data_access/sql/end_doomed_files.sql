-- Forgets the temporary list of files to be taken out.
DROP TABLE doomed_file
