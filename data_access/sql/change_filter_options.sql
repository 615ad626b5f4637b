-- By what can the change log be filtered, the most frequent first? Fills reading.change_log.change_filter_options.
WITH told AS (
    SELECT *
    FROM audit
    WHERE NOT list_contains($withheld::VARCHAR[], subject_kind)
), counted AS (
    SELECT
        CASE grouping_id(principal_id, principal_kind, face, action, subject_kind)
            WHEN 15 THEN 'principals' WHEN 23 THEN 'principal_kinds' WHEN 27 THEN 'faces' WHEN 29 THEN 'actions'
            ELSE 'subject_kinds'
        END AS field,
        coalesce(principal_id, principal_kind, face, action, subject_kind) AS value,
        if(principal_id IS NULL, NULL, max_by(principal_name, audit_id)) AS label,
        count(*) AS changes
    FROM told
    GROUP BY GROUPING SETS ((principal_id), (principal_kind), (face), (action), (subject_kind))
)
SELECT field, value, label, changes
FROM counted
QUALIFY row_number() OVER (PARTITION BY field ORDER BY changes DESC, value) <= 200
ORDER BY field, changes DESC, value;
