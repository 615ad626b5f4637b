-- To which runs do the entries belong that files of an audit log brought? Fills writing.import_batch.
SELECT DISTINCT c.conversation_key
FROM operation_observation o
JOIN conversation c ON o.conversation IN (c.conversation_id, c.conversation_key)
WHERE list_contains($file_ids::INTEGER[], o.file_id)
ORDER BY c.conversation_key
