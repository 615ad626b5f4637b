-- Which of these conversations has the desk seen, and which file spoke first of any of them?
SELECT conversation_key, min(file_id) AS first_file_id
FROM conversation_observation
WHERE conversation_key IN (SELECT unnest($conversation_keys::VARCHAR[]))
GROUP BY conversation_key
