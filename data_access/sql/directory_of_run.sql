-- In which folder does a run work? The one its log begins in, else its project. Fills reading.run_operations.
SELECT coalesce(
    (
        SELECT arg_min(o.extra ->> '$.cwd', (o.observed_at, o.line)) FILTER (o.extra ->> '$.cwd' IS NOT NULL)
        FROM conversation_observation o
        WHERE o.conversation_key = c.conversation_key
    ),
    c.project
) AS directory
FROM conversation c
WHERE c.conversation_key = $conversation_key
