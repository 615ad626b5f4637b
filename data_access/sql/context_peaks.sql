-- How far did the context of each agent grow in each run, and how often was it compacted? Fills reading.context_peaks.
WITH peak AS (
    SELECT
        conversation_key, agent_id, count(*) AS calls, count(input_tokens) AS measured,
        arg_min(input_tokens, (occurred_at, call_key)) FILTER (input_tokens IS NOT NULL) AS first_tokens,
        max(input_tokens) AS peak_tokens,
        arg_max(occurred_at, (input_tokens, call_key)) FILTER (input_tokens IS NOT NULL) AS peak_at,
        arg_max(model, (input_tokens, call_key)) FILTER (input_tokens IS NOT NULL) AS peak_model,
        arg_max(event_id, (input_tokens, call_key)) FILTER (input_tokens IS NOT NULL AND event_id IS NOT NULL) AS peak_event_id,
        arg_max(input_tokens, (occurred_at, call_key)) FILTER (input_tokens IS NOT NULL) AS last_tokens,
        count(*) FILTER (is_compacted) AS compactions
    FROM context_call_in($conversation_key::VARCHAR)
    WHERE ($since::TIMESTAMPTZ IS NULL OR occurred_at >= $since) AND ($until::TIMESTAMPTZ IS NULL OR occurred_at < $until)
    GROUP BY conversation_key, agent_id
)
SELECT
    r.conversation_id, r.run_title, r.origin, p.*, coalesce(a.name, a.role, p.agent_id) AS agent, count(*) OVER () AS total
FROM peak p
JOIN runs_asked($conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR) r
    ON r.conversation_key = p.conversation_key
LEFT JOIN agent a ON a.conversation_key = p.conversation_key AND a.agent_id = p.agent_id
ORDER BY p.peak_tokens DESC NULLS LAST, p.compactions DESC, p.conversation_key, p.agent_id
LIMIT $limit;
