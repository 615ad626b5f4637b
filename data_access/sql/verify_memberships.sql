-- Does every further membership point to a stored row, in another file than the row's own, once?
WITH membership AS (
    SELECT
        a.table_name || ': ' || a.conversation_key || ' ' || a.row_id || ' in file ' || a.file_id AS place,
        r.row_id IS NULL OR r.file_id = a.file_id
        OR count(*) OVER (PARTITION BY a.table_name, a.conversation_key, a.row_id, a.file_id) > 1 AS is_fault
    FROM also_in a
    LEFT JOIN brought_row r
        ON r.table_name = a.table_name AND r.conversation_key = a.conversation_key AND r.row_id = a.row_id
)
SELECT
    count(*) AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list(place ORDER BY place) FILTER (is_fault))[:5] AS examples
FROM membership
