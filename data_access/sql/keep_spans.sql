-- Store the statements of `new_span`; the first of a span leaves its JSON to the event.
INSERT INTO span BY NAME
SELECT
    s.conversation_key, s.observation_id, s.conversation_id, s.span_id, s.parent_span_id, s.name, s.kind, s.status, s.started_at, s.ended_at,
    s.told_agent_id, s.told_agent_name, s.told_phase, s.response_id, s.scope, s.tool, s.told_tool_call_id, s.model, s.service, s.input_tokens, s.fresh_input,
    s.cache_read, s.cache_write, s.output_tokens, s.reasoning, s.total_tokens, s.reported_cost_usd, s.agent_id, s.phase, s.counts, s.call_key, s.tool_call_id,
    s.kept_payload AS payload, s.file_id, s.line
FROM new_span s
