-- Which spans of the traces to be settled hold messages? Fills writing.settle_traces.
SELECT conversation_key, payload, file_id, line
FROM event
WHERE event_type IN ('model_call', 'embedding', 'reranking', 'agent_run')
    AND conversation_key IN (SELECT conversation_key FROM unsettled_trace)
