-- Bring the messages of the traces in line with their spans.
UPDATE message
SET thread_id = s.agent_id,
    sender = CASE WHEN message.role = 'assistant' THEN s.agent_id END,
    recipient = CASE WHEN message.role = 'assistant' THEN NULL ELSE s.agent_id END
FROM span s
WHERE message.conversation_key = s.conversation_key AND message.event_id = s.span_id
    AND s.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND message.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND message.thread_id IS DISTINCT FROM s.agent_id
