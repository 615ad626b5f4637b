-- Make the usage of every statement of `new_span` that counts as a call.
INSERT INTO usage_observation BY NAME
SELECT
    s.conversation_key, s.observation_id, s.call_key, s.response_id AS call_id, s.conversation_id, s.agent_id, NULL AS task_id, s.phase,
    s.model, coalesce(s.started_at, s.ended_at) AS occurred_at, FALSE AS is_fork_copy, NULL AS is_finished, FALSE AS is_running_total, s.fresh_input, s.cache_read,
    NULL AS cache_write_5m, NULL AS cache_write_1h, s.cache_write AS cache_write_unspecified, s.output_tokens AS output, s.reasoning,
    0 AS web_searches, s.service, s.reported_cost_usd, s.span_id AS event_id, s.file_id, s.line
FROM new_span s
WHERE s.counts = 'call'
