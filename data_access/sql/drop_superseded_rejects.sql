-- A cut last line is read again when its file has grown: forgets its reject.
DELETE FROM import_reject WHERE file_id = $file_id AND line > $resume_line
