-- By which names are the runs of a case known: as its rounds name them, by their own ids and by their keys? A run need
-- not be on this desk. Fills reading.case_bundle.
WITH run AS (
    SELECT c.conversation_key, c.conversation_id
    FROM linked_run l
    JOIN conversation c USING (conversation_key)
    WHERE l.task_id = $task_id
)
SELECT conversation AS name FROM round_conversation WHERE task_id = $task_id
UNION
SELECT unnest([conversation_key, conversation_id]) FROM run
ORDER BY name
