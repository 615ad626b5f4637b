-- Are the recounted conversations what was kept before? Reads `kept_conversation`.
SELECT
    count(*) AS checked,
    count(*) FILTER (k IS DISTINCT FROM c) AS faults,
    (list(conversation_key ORDER BY conversation_key) FILTER (k IS DISTINCT FROM c))[:5] AS examples
FROM kept_conversation k
FULL JOIN conversation c USING (conversation_key)
