-- Which conversations found their parent, or lost it? Sets the parent's key where it differs.
UPDATE conversation
SET parent_conversation_key = found.parent_key
FROM (
    SELECT c.conversation_key AS child_key, p.conversation_key AS parent_key
    FROM conversation c
    LEFT JOIN conversation p
        ON p.source_format = c.source_format AND p.conversation_id = c.parent_conversation_id
    WHERE c.parent_conversation_id IS NOT NULL
) found
WHERE conversation.conversation_key = found.child_key
    AND conversation.parent_conversation_key IS DISTINCT FROM found.parent_key
