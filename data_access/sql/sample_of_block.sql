-- Which conversations and which sets of fields do these sample lines have? (bulk load)
SELECT json_extract_string(text, '$.conversation_id') AS conversation_id, hash(json_keys(text)) AS shape, min(line) AS line,
    count(*) AS lines
FROM block_line WHERE json_valid(text) GROUP BY ALL ORDER BY line
