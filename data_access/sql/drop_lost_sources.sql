-- Take out that records and tool calls of these runs were examined which are no longer there.
DELETE FROM examined_source x
WHERE x.run IN (SELECT unnest($runs::VARCHAR[]))
    AND NOT EXISTS (
        SELECT 1 FROM operation_source($runs::VARCHAR[], $tools::VARCHAR[]) t
        WHERE t.run = x.run AND t.operation_id = x.source_id
    )
