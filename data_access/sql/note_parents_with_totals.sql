-- Which parents of touched conversations state a total of their own? It stops counting when a child arrives.
INSERT INTO touched_conversation
SELECT DISTINCT c.parent_conversation_key
FROM conversation c
WHERE c.conversation_key IN (SELECT conversation_key FROM touched_conversation)
    AND c.parent_conversation_key IN (SELECT conversation_key FROM reported_total)
    AND c.parent_conversation_key NOT IN (SELECT conversation_key FROM touched_conversation)
