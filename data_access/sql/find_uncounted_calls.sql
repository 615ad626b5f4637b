-- Which touched calls are no calls of their own? Fills `uncounted_call`: copies in a fork count for the call they were
-- copied from (`counted_as`), and for none while the conversation they were copied from is not here; running totals
-- count for none where the conversation has calls. The rule is `rules/usage_identity.py`.
CREATE OR REPLACE TEMP TABLE uncounted_call AS
WITH RECURSIVE node AS (
    SELECT
        call_key, min(conversation_key) AS conversation_key, min(replay_id) AS replay_id, min(forked_from) AS forked_from,
        max(forked_at) AS forked_at, min(occurred_at) AS first_at, bool_and(is_fork_copy) AS is_copy,
        bool_and(is_running_total) AS is_total
    FROM usage_observation
    WHERE call_key IN (SELECT call_key FROM touched_call)
    GROUP BY call_key
    HAVING min(replay_id) IS NOT NULL OR bool_and(is_running_total)
), copied AS (
    SELECT n.call_key, min(o.call_key) AS original_key
    FROM node n
    JOIN node o
        ON o.conversation_key = n.forked_from AND o.replay_id = n.replay_id AND o.call_key <> n.call_key
        AND (o.first_at <= n.forked_at) IS NOT FALSE
    GROUP BY n.call_key
), climb (call_key, reached_key) AS (
    SELECT call_key, call_key FROM node
    UNION
    SELECT c.call_key, d.original_key FROM climb c JOIN copied d ON d.call_key = c.reached_key
), topmost AS (
    SELECT
        call_key,
        coalesce(
            min(reached_key) FILTER (reached_key NOT IN (SELECT call_key FROM copied)), min(reached_key)
        ) AS top_key
    FROM climb
    GROUP BY call_key
), stood AS (
    SELECT
        t.call_key,
        CASE
            WHEN n.is_copy AND n.forked_from NOT IN (SELECT conversation_key FROM usage_observation) THEN NULL
            WHEN n.is_total AND n.conversation_key IN (
                SELECT conversation_key FROM usage_observation WHERE NOT is_running_total
            ) THEN NULL
            ELSE t.top_key
        END AS counted_as
    FROM topmost t JOIN node n ON n.call_key = t.top_key
)
SELECT call_key, counted_as FROM stood WHERE counted_as IS DISTINCT FROM call_key
