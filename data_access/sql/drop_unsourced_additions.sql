-- Take out what was added by operations whose record or tool call is not, or no longer, one that was examined.
DELETE FROM operation_addition a
WHERE ($runs::VARCHAR[] IS NULL OR list_contains($runs, run))
    AND NOT EXISTS (SELECT 1 FROM examined_source x WHERE x.run = a.run AND x.source_id = a.source_id)
