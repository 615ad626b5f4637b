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
        AND ($moment::TIMESTAMPTZ IS NULL OR m.occurred_at <= $moment)
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
), summed AS (
    SELECT
        grouping(key) = 1 AS is_total, key,
        usage_sum(COLUMNS(usage_counts())), sum(k.cost_usd) AS cost_usd,
        unpriced_models_in(k.model, k.unpriced_calls) AS unpriced_models
    FROM keyed k
    GROUP BY GROUPING SETS ((key), ())
)
SELECT *
FROM summed
ORDER BY
    is_total, key IS NULL,
    CASE WHEN $by = 'day' THEN key END,
    cost_usd DESC NULLS LAST, key;
