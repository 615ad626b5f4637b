-- Take out operations whose record or tool call is not, or no longer, one that was examined.
DELETE FROM examined_operation o
WHERE ($runs::VARCHAR[] IS NULL OR list_contains($runs, run))
    AND NOT EXISTS (SELECT 1 FROM examined_source x WHERE x.run = o.run AND x.source_id = o.source_id)
