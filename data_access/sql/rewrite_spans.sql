-- What do several statements of a span say together? Stores it with each of them.
UPDATE span
SET parent_span_id = m.parent_span_id, name = m.name, kind = m.kind, status = m.status, started_at = m.started_at,
    ended_at = m.ended_at, told_agent_id = m.told_agent_id, told_agent_name = m.told_agent_name, told_phase = m.told_phase,
    response_id = m.response_id, scope = m.scope, tool = m.tool, told_tool_call_id = m.told_tool_call_id, model = m.model,
    service = m.service, input_tokens = m.input_tokens, fresh_input = m.fresh_input, cache_read = m.cache_read,
    cache_write = m.cache_write, output_tokens = m.output_tokens, reasoning = m.reasoning, total_tokens = m.total_tokens,
    reported_cost_usd = m.reported_cost_usd
FROM merged_span m
WHERE span.conversation_key = m.conversation_key AND span.span_id = m.span_id
