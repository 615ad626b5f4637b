-- Which long texts were kept apart from spans of the traces to be settled? Fills writing.settle_traces.
SELECT part_id, content
FROM content_part
WHERE kind = 'text' AND conversation_key IN (SELECT conversation_key FROM unsettled_trace)
