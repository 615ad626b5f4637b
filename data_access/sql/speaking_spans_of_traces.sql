-- Which spans of these traces hold messages or tool calls? Fills writing.settle_traces.
SELECT conversation_key, payload, file_id, line
FROM event
WHERE event_type IN ('model_call', 'embedding', 'reranking', 'agent_run', 'tool_call')
    AND conversation_key IN (SELECT unnest($conversation_keys::VARCHAR[]))
ORDER BY conversation_key, sequence, event_id
