-- Which runs of those to be settled are traces? Fills writing.settle_traces.
SELECT conversation_key FROM unsettled_trace
