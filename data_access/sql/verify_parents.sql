-- Does every conversation that names its parent's key name one that exists, and not itself?
SELECT
    count(*) AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list(conversation_key ORDER BY conversation_key) FILTER (is_fault))[:5] AS examples
FROM (
    SELECT
        conversation_key,
        parent_conversation_key IS NOT NULL AND (
            parent_conversation_key = conversation_key
            OR parent_conversation_key NOT IN (SELECT conversation_key FROM conversation)
        ) AS is_fault
    FROM conversation
)
