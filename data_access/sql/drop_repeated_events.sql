-- Keep the first of the events of this file that share their identity. (bulk load)
DELETE FROM event WHERE rowid IN (
    SELECT place FROM (
        SELECT rowid AS place,
            row_number() OVER (PARTITION BY conversation_key, event_id ORDER BY line, sequence) AS number
        FROM event WHERE file_id = $file_id
    ) WHERE number > 1
)
