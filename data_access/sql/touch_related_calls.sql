-- Which other calls may count otherwise now? Adds to `touched_call`: what shares its place in a copied history with a
-- touched call, all copies in the forks of a touched conversation, and the running totals of touched conversations.
INSERT INTO touched_call
WITH said AS (
    SELECT DISTINCT conversation_key, replay_id
    FROM usage_observation
    WHERE call_key IN (SELECT call_key FROM touched_call)
), shared AS (
    SELECT replay_id FROM said WHERE replay_id IS NOT NULL
    UNION
    SELECT replay_id
    FROM usage_observation
    WHERE replay_id IS NOT NULL AND forked_from IN (SELECT conversation_key FROM said)
)
SELECT DISTINCT call_key
FROM usage_observation
WHERE (
    replay_id IN (SELECT replay_id FROM shared)
    OR (is_running_total AND conversation_key IN (SELECT conversation_key FROM said))
) AND call_key NOT IN (SELECT call_key FROM touched_call)
