-- How many messages has a thread? Fills reading.thread_messages.
SELECT count(*) AS total
FROM message
WHERE conversation_key = $conversation_key AND thread_id = $thread_id
    AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[]);
