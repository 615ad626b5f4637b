-- How many rejects of a file stand behind its last complete line?
SELECT count(*) AS rejects FROM import_reject WHERE file_id = $file_id AND line > $resume_line
