-- Take out that these records and tool calls were examined.
DELETE FROM examined_source
WHERE run IN (SELECT unnest($runs::VARCHAR[])) AND source_id IN (SELECT unnest($source_ids::VARCHAR[]))
