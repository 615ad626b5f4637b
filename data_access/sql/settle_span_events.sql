-- Bring the events of the traces in line with their spans.
UPDATE event
SET agent_id = s.agent_id, thread_id = s.agent_id, phase = s.phase
FROM span s
WHERE event.conversation_key = s.conversation_key AND event.event_id = s.span_id
    AND s.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND event.conversation_key IN (SELECT conversation_key FROM unsettled_trace)
    AND (event.agent_id, event.phase) IS DISTINCT FROM (s.agent_id, s.phase)
