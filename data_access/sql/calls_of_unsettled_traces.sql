-- Which calls does the usage of the traces to be settled speak of? Fills writing.settle_traces.
SELECT DISTINCT call_key
FROM usage_observation
WHERE conversation_key IN (SELECT conversation_key FROM unsettled_trace)
