-- Which of these conversations have events from other files? (bulk load)
SELECT DISTINCT conversation_key FROM event
WHERE conversation_key IN (SELECT unnest($conversation_keys::VARCHAR[])) AND file_id <> $file_id
