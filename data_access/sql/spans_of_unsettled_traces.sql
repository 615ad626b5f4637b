-- Which spans do the traces to be settled have, one row each? Fills writing.settle_traces.
SELECT * EXCLUDE (payload), count(*) OVER (PARTITION BY conversation_key, span_id) > 1 AS has_several
FROM span
WHERE conversation_key IN (SELECT conversation_key FROM unsettled_trace)
QUALIFY row_number() OVER (PARTITION BY conversation_key, span_id ORDER BY observation_id) = 1
ORDER BY conversation_key, span_id
