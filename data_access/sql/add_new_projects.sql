-- Which projects are new? Adds them with the last part of their path as label.
INSERT INTO project
SELECT DISTINCT
    c.project,
    coalesce(nullif(regexp_extract(c.project, '([^/\\]+)[/\\]*$', 1), ''), c.project),
    $now::TIMESTAMPTZ
FROM conversation c
WHERE c.project IS NOT NULL AND NOT EXISTS (SELECT 1 FROM project p WHERE p.project = c.project)
