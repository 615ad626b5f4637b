-- Which runs belong to the rounds of a case, and how does the desk know? Fills reading.case_cost.
-- A run that was named and is not imported yet has no key.
WITH known AS (
    SELECT DISTINCT
        k.round_id, k.conversation_key, c.conversation_id AS conversation, k.linked_by, k.is_child, c.title,
        k.from_position IS NOT NULL OR k.until_position IS NOT NULL AS is_part
    FROM round_stretch k
    JOIN conversation c USING (conversation_key)
    WHERE k.task_id = $task_id
)
SELECT * FROM known
UNION ALL
SELECT w.round_id, NULL, w.conversation, w.linked_by, FALSE, NULL, FALSE
FROM round_conversation w
WHERE w.task_id = $task_id
    AND NOT EXISTS (
        SELECT 1 FROM known k
        WHERE k.round_id = w.round_id AND (k.conversation = w.conversation OR k.conversation_key = w.conversation)
    )
ORDER BY round_id, is_child, conversation
