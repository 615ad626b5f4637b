-- Store where spans stand in their traces now.
UPDATE span
SET agent_id = n.agent_id, phase = n.phase, counts = n.counts, call_key = n.call_key, tool_call_id = n.tool_call_id
FROM settled_span n
WHERE span.conversation_key = n.conversation_key AND span.span_id = n.span_id
