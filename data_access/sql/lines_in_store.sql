-- Which lines of this block are stored already? (bulk load)
SELECT line FROM event WHERE file_id = $file_id AND line > $lines_before
