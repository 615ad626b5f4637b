-- Which statements are there of spans that have, or had, several? Fills writing.settle_traces.
SELECT conversation_key, span_id, observation_id, payload, file_id, line
FROM span
WHERE payload IS NOT NULL AND conversation_key IN (SELECT conversation_key FROM unsettled_trace)
ORDER BY conversation_key, span_id, observation_id
