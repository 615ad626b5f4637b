-- Remember the files that brought a span again whose event another file made.
INSERT INTO also_in
SELECT 'event', f.conversation_key, f.span_id, f.file_id, min(f.line)
FROM sifted_span f
JOIN event e ON e.conversation_key = f.conversation_key AND e.event_id = f.span_id
WHERE NOT f.is_first AND e.file_id <> f.file_id
    AND NOT EXISTS (
        SELECT 1 FROM also_in a
        WHERE a.table_name = 'event' AND a.conversation_key = f.conversation_key AND a.row_id = f.span_id AND a.file_id = f.file_id
    )
GROUP BY ALL
