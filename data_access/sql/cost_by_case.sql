-- What did each case use, and what belongs to none? Fills `contracts.usage.CostReport`; the key is the task.
WITH measured AS (
    SELECT m.*, c.project, c.origin, s.task_id AS key
    FROM call_measure m
    LEFT JOIN conversation c ON c.conversation_key = m.conversation_key
    LEFT JOIN event e
        ON e.conversation_key = m.conversation_key AND e.event_id = m.event_id
        AND m.conversation_key IN (SELECT conversation_key FROM round_stretch)
    LEFT JOIN round_stretch s
        ON s.conversation_key = m.conversation_key
        AND (s.from_position IS NULL OR log_position(m.occurred_at, e.sequence) >= s.from_position)
        AND (s.until_position IS NULL OR log_position(m.occurred_at, e.sequence) <= s.until_position)
    WHERE ($conversation_key::VARCHAR IS NULL OR m.conversation_key = $conversation_key)
        AND ($model::VARCHAR IS NULL OR m.model = $model)
        AND ($project::VARCHAR IS NULL OR c.project = $project)
        AND ($origin::VARCHAR IS NULL OR c.origin = $origin)
        AND ($since::TIMESTAMPTZ IS NULL OR m.occurred_at >= $since)
        AND ($until::TIMESTAMPTZ IS NULL OR m.occurred_at < $until)
        AND ($moment::TIMESTAMPTZ IS NULL OR m.occurred_at <= $moment)
), summed AS (
    SELECT
        grouping(key) = 1 AS is_total, key,
        usage_sum(COLUMNS(usage_counts())), sum(m.cost_usd) AS cost_usd,
        unpriced_models_in(m.model, m.unpriced_calls) AS unpriced_models
    FROM measured m
    GROUP BY GROUPING SETS ((key), ())
)
SELECT *
FROM summed
ORDER BY is_total, key IS NULL, cost_usd DESC NULLS LAST, key
