-- Of which runs are the operations to be examined: never done, changed since, or done by another policy or other rules?
-- The newest first. Fills writing.examine_operations and how much of reading.agent_operations is missing.
SELECT r.run, r.mark, r.sources, count(*) OVER () AS total
FROM operating_run r
LEFT JOIN examined_run x ON x.run = r.run
WHERE x.mark IS DISTINCT FROM r.mark OR x.examined_by <> $examined_by
ORDER BY r.last_at DESC NULLS LAST, r.run
LIMIT $limit
