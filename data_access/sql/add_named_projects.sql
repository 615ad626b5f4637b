-- Which of these projects are new? Adds them with the last part of their path as label.
INSERT INTO project
SELECT project, coalesce(nullif(regexp_extract(project, '([^/\\]+)[/\\]*$', 1), ''), project), $now::TIMESTAMPTZ
FROM (SELECT unnest($projects::VARCHAR[]) AS project)
WHERE project NOT IN (SELECT project FROM project)
