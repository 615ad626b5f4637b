-- Does every row belong to a conversation that lists show, and does every such conversation have a row? What git said
-- of a repository belongs to none, nor does what an audit log or a sample says of a session.
WITH held AS (
    SELECT conversation_key, count(*) AS rows FROM brought_row
    WHERE table_name NOT IN ('workspace_observation', 'operation_observation', 'resource_sample_observation')
    GROUP BY conversation_key
), judged AS (
    SELECT
        coalesce(h.conversation_key, c.conversation_key) AS conversation_key,
        coalesce(h.rows, 1) AS rows,
        h.conversation_key IS NULL OR c.conversation_key IS NULL AS is_fault
    FROM held h
    FULL JOIN conversation c USING (conversation_key)
)
SELECT
    coalesce(sum(rows), 0)::BIGINT AS checked,
    coalesce(sum(rows) FILTER (is_fault), 0)::BIGINT AS faults,
    (list(conversation_key ORDER BY conversation_key) FILTER (is_fault))[:5] AS examples
FROM judged
