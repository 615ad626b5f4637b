-- Which conversations does a batch speak of? Their counts or their origin change with it.
SELECT DISTINCT o.conversation_key
FROM conversation_observation o
WHERE o.file_id IN (SELECT file_id FROM batch_file WHERE batch_id = $batch_id)
UNION
SELECT DISTINCT a.conversation_key
FROM also_in a
WHERE a.file_id IN (SELECT file_id FROM batch_file WHERE batch_id = $batch_id)
