-- Remember the files that brought a statement of a span again.
INSERT INTO also_in
SELECT 'span', f.conversation_key, f.observation_id, f.file_id, min(f.line)
FROM sifted_span f
JOIN span s ON s.conversation_key = f.conversation_key AND s.observation_id = f.observation_id
WHERE NOT f.is_new AND s.file_id <> f.file_id
    AND NOT EXISTS (
        SELECT 1 FROM also_in a
        WHERE a.table_name = 'span' AND a.conversation_key = f.conversation_key AND a.row_id = f.observation_id
            AND a.file_id = f.file_id
    )
GROUP BY ALL
