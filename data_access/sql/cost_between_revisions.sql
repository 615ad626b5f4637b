-- What did a case use from one report to a later one, by model and by agent? Fills reading.between_revisions.
SELECT
    CASE grouping_id(model, agent) WHEN 1 THEN 'model' WHEN 2 THEN 'agent' ELSE 'total' END AS dimension,
    coalesce(model, agent) AS key, usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd,
    unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
FROM usage_toward_reports($task_id) u
WHERE u.revision > $after AND u.revision <= $until
GROUP BY GROUPING SETS ((model), (agent), ())
ORDER BY dimension, cost_usd DESC NULLS LAST, key
