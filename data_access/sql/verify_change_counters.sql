-- Has every counter counted, and has an import raised the counter of imports?
WITH counter AS (
    SELECT scope, value < 1 OR scope = '' AS is_fault FROM change_counter
    UNION ALL
    SELECT 'imports', 'imports' NOT IN (SELECT scope FROM change_counter) FROM import_batch
)
SELECT
    count(*) AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list(DISTINCT scope ORDER BY scope) FILTER (is_fault))[:5] AS examples
FROM counter
