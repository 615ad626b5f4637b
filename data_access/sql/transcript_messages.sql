-- What do these messages of a run say? Fills reading.transcript.
SELECT
    message_id, sender, recipient, role, left(content, $most::BIGINT) AS content, length(content) AS content_length, extra
FROM message
WHERE conversation_key = $conversation_key AND list_contains($ids::VARCHAR[], message_id);
