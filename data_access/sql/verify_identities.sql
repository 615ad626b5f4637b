-- Is every identity stored once? Names the rows that are there twice.
WITH identity AS (
    SELECT table_name, conversation_key, row_id, count(*) AS rows FROM brought_row GROUP BY ALL
)
SELECT
    coalesce(sum(rows), 0)::BIGINT AS checked,
    coalesce(sum(rows - 1), 0)::BIGINT AS faults,
    (list(table_name || ': ' || conversation_key || ' ' || row_id ORDER BY ALL) FILTER (rows > 1))[:5] AS examples
FROM identity
