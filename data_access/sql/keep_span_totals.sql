-- Make the reported total of every statement of `new_span` that is no call and states figures.
INSERT INTO reported_total BY NAME
SELECT
    s.conversation_key, s.observation_id, CASE WHEN s.parent_span_id IS NOT NULL THEN s.agent_id END AS agent_id,
    CASE WHEN s.parent_span_id IS NULL THEN 'conversation' ELSE 'agent' END AS scope, s.reported_cost_usd AS total_usd,
    coalesce(s.total_tokens, s.input_tokens + s.output_tokens) AS total_tokens, coalesce(s.ended_at, s.started_at) AS observed_at,
    NULL AS extra, s.file_id, s.line
FROM new_span s
WHERE s.kind NOT IN ('model_call', 'embedding', 'reranking')
    AND (s.reported_cost_usd IS NOT NULL OR coalesce(s.total_tokens, s.input_tokens + s.output_tokens) IS NOT NULL)
