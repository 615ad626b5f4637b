-- What did a run and its child runs spend and fail at, each with all below it? Fills reading.trace.
WITH RECURSIVE kin (top_key, member_key) AS (
    SELECT conversation_key, conversation_key
    FROM conversation
    WHERE conversation_key = $conversation_key OR parent_conversation_key = $conversation_key
    UNION
    SELECT k.top_key, c.conversation_key
    FROM kin k JOIN conversation c ON c.parent_conversation_key = k.member_key
), failed AS (
    SELECT k.top_key, sum(c.errors)::BIGINT AS errors
    FROM kin k JOIN conversation c ON c.conversation_key = k.member_key
    GROUP BY k.top_key
)
SELECT
    c.conversation_key AS native_id, c.title AS label, c.first_at, c.last_at, c.errors AS own_errors, f.errors, o AS own,
    d AS with_descendants, c.agents
FROM conversation c
JOIN failed f ON f.top_key = c.conversation_key
LEFT JOIN conversation_own_usage o ON o.conversation_key = c.conversation_key
LEFT JOIN conversation_inclusive_usage((SELECT list(top_key) FROM failed)) d ON d.conversation_key = c.conversation_key
ORDER BY c.first_at NULLS LAST, c.conversation_key;
