-- What are the times and the title of a session, a run that holds nothing but child runs? Sets them from its children.
UPDATE conversation
SET title = kin.title, first_at = kin.first_at, last_at = kin.last_at
FROM (
    SELECT
        parent_conversation_key AS session_key, min(first_at) AS first_at, max(last_at) AS last_at,
        arg_min(title, (first_at, conversation_key)) FILTER (title IS NOT NULL) AS title
    FROM conversation
    WHERE parent_conversation_key IN (
        SELECT conversation_key FROM touched_conversation
        UNION
        SELECT parent_conversation_key
        FROM conversation
        WHERE conversation_key IN (SELECT conversation_key FROM touched_conversation)
    )
    GROUP BY parent_conversation_key
) kin
WHERE conversation.conversation_key = kin.session_key AND conversation.basis = 'trace' AND conversation.events = 0
