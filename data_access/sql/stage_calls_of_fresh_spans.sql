-- Which calls do the spans of `new_span` make, where the store has nothing of their traces and each is a call of its own?
-- Fills `fresh_call`, as they are to be stored: what the merge gives for a single row.
CREATE OR REPLACE TEMP TABLE fresh_call AS
SELECT
    s.call_key, s.response_id AS call_id, s.conversation_key, s.agent_id, NULL::VARCHAR AS task_id, s.phase, s.model,
    coalesce(s.started_at, s.ended_at) AS occurred_at, NULL::BOOLEAN AS is_finished, s.fresh_input, s.cache_read,
    NULL::BIGINT AS cache_write_5m, NULL::BIGINT AS cache_write_1h, s.cache_write AS cache_write_unspecified,
    s.output_tokens AS output, s.reasoning, 0::BIGINT AS web_searches, s.service, s.reported_cost_usd,
    s.span_id AS event_id, 1::BIGINT AS observations
FROM new_span s
WHERE s.counts = 'call'
