-- Which numbers do the next file versions get?
SELECT nextval('file_id_sequence')::INTEGER AS file_id
FROM range($number)
