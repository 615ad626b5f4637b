-- Is the recounted usage of conversations what was kept before? Reads `kept_conversation_usage`.
WITH odd AS (
    (FROM kept_conversation_usage EXCEPT ALL FROM conversation_usage)
    UNION ALL
    (FROM conversation_usage EXCEPT ALL FROM kept_conversation_usage)
)
SELECT
    (SELECT count(*) FROM kept_conversation_usage) AS checked,
    count(DISTINCT conversation_key) AS faults,
    list(DISTINCT conversation_key ORDER BY conversation_key)[:5] AS examples
FROM odd
