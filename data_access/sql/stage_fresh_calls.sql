-- Which calls does one row alone speak of, in conversations that were not stored before? Fills `fresh_call`, as they are
-- to be stored: what the merge gives for a single row. Copies in forks and running totals are left to the merge.
CREATE OR REPLACE TEMP TABLE fresh_call AS
SELECT
    call_key, call_id, conversation_key, agent_id, task_id, phase, model, occurred_at, is_finished, fresh_input, cache_read,
    cache_write_5m, cache_write_1h, cache_write_unspecified, output, reasoning, web_searches, service, reported_cost_usd,
    event_id, 1::BIGINT AS observations
FROM usage_observation
WHERE file_id >= $since_file_id AND conversation_key IN (SELECT unnest($conversation_keys::VARCHAR[]))
    AND replay_id IS NULL AND NOT is_running_total AND NOT is_fork_copy
QUALIFY count(*) OVER (PARTITION BY call_key) = 1
