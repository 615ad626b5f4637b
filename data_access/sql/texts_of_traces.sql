-- Which long texts were kept apart from spans of these traces? Fills writing.settle_traces.
SELECT part_id, content
FROM content_part
WHERE kind = 'text' AND conversation_key IN (SELECT unnest($conversation_keys::VARCHAR[]))
