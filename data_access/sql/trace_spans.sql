-- What do these spans of a run say of themselves? Fills reading.trace_spans.
SELECT s.span_id, s.name, s.kind, s.model, s.tool, s.agent_id, a.name AS agent_name, s.started_at, s.ended_at
FROM span s
LEFT JOIN agent a ON a.conversation_key = s.conversation_key AND a.agent_id = s.agent_id
WHERE s.conversation_key = $conversation_key AND list_contains($span_ids::VARCHAR[], s.span_id)
QUALIFY row_number() OVER (PARTITION BY s.span_id ORDER BY s.observation_id) = 1;
