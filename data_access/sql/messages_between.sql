-- Who wrote to whom in a run, how often and when? Fills reading.topology.
SELECT sender, recipient, count(*) AS count, min(occurred_at) AS first_at, max(occurred_at) AS last_at
FROM message
WHERE conversation_key = $conversation_key AND sender IS NOT NULL AND recipient IS NOT NULL
    AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
GROUP BY sender, recipient
ORDER BY sender, recipient;
