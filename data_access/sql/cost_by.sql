-- What was used and what did it cost, by one dimension, with the total? Fills `contracts.usage.CostReport`.
-- A call belongs to the day of its first row, cut in $timezone. Ids that are only unique inside a run are
-- named with their run, unless one run is asked for. Rows with `is_total` hold the sum over everything.
WITH named AS (
    SELECT
        conversation_key, project, origin,
        CASE WHEN count(*) OVER (PARTITION BY conversation_id) = 1 THEN conversation_id ELSE conversation_key END AS run
    FROM conversation
), measured AS (
    SELECT m.*, c.project, coalesce(c.run, m.conversation_key) AS run
    FROM call_measure m
    LEFT JOIN named c ON c.conversation_key = m.conversation_key
    WHERE ($conversation_key::VARCHAR IS NULL OR m.conversation_key = $conversation_key)
        AND ($model::VARCHAR IS NULL OR m.model = $model)
        AND ($project::VARCHAR IS NULL OR c.project = $project)
        AND ($origin::VARCHAR IS NULL OR c.origin = $origin)
        AND ($since::TIMESTAMPTZ IS NULL OR m.occurred_at >= $since)
        AND ($until::TIMESTAMPTZ IS NULL OR m.occurred_at < $until)
), keyed AS (
    SELECT
        *,
        CASE $by
            WHEN 'day' THEN (occurred_at AT TIME ZONE $timezone)::DATE::VARCHAR
            WHEN 'model' THEN model
            WHEN 'agent' THEN if($conversation_key IS NULL, run || '/', '') || agent_id
            WHEN 'conversation' THEN run
            WHEN 'project' THEN project
            WHEN 'task' THEN if($conversation_key IS NULL, run || '/', '') || task_id
            WHEN 'phase' THEN coalesce(phase, 'run')
        END AS key
    FROM measured
), grouped AS MATERIALIZED (
    SELECT
        key,
        coalesce(sum(usage_calls), 0) AS usage_calls,
        coalesce(sum(duplicates_ignored), 0) AS duplicates_ignored,
        coalesce(sum(fresh_input), 0) AS fresh_input,
        coalesce(sum(cache_read), 0) AS cache_read,
        coalesce(sum(cache_write_5m), 0) AS cache_write_5m,
        coalesce(sum(cache_write_1h), 0) AS cache_write_1h,
        coalesce(sum(cache_write_unspecified), 0) AS cache_write_unspecified,
        coalesce(sum(output), 0) AS output,
        coalesce(sum(reasoning), 0) AS reasoning,
        sum(cost_usd) AS cost_usd,
        coalesce(sum(unpriced_calls), 0) AS unpriced_calls,
        coalesce(list(DISTINCT model) FILTER (unpriced_calls > 0 AND model IS NOT NULL), []) AS unpriced_models,
        coalesce(sum(at_least_calls), 0) AS at_least_calls,
        coalesce(sum(assumed_calls), 0) AS assumed_calls
    FROM keyed
    GROUP BY key
)
SELECT FALSE AS is_total, * REPLACE (list_sort(unpriced_models) AS unpriced_models) FROM grouped
UNION ALL
SELECT
    TRUE AS is_total,
    NULL AS key,
    coalesce(sum(usage_calls), 0) AS usage_calls,
    coalesce(sum(duplicates_ignored), 0) AS duplicates_ignored,
    coalesce(sum(fresh_input), 0) AS fresh_input,
    coalesce(sum(cache_read), 0) AS cache_read,
    coalesce(sum(cache_write_5m), 0) AS cache_write_5m,
    coalesce(sum(cache_write_1h), 0) AS cache_write_1h,
    coalesce(sum(cache_write_unspecified), 0) AS cache_write_unspecified,
    coalesce(sum(output), 0) AS output,
    coalesce(sum(reasoning), 0) AS reasoning,
    sum(cost_usd) AS cost_usd,
    coalesce(sum(unpriced_calls), 0) AS unpriced_calls,
    coalesce(list_sort(list_distinct(flatten(list(unpriced_models)))), []) AS unpriced_models,
    coalesce(sum(at_least_calls), 0) AS at_least_calls,
    coalesce(sum(assumed_calls), 0) AS assumed_calls
FROM grouped
ORDER BY
    is_total, key IS NULL,
    CASE WHEN $by = 'day' THEN key END,
    cost_usd DESC NULLS LAST, key;
