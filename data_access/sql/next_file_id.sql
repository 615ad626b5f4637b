-- Which number does the next file version get?
SELECT nextval('file_id_sequence')::INTEGER AS file_id
