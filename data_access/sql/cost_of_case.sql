-- What did a case use, by round, by the report it led to, by model and by agent? Fills reading.case_cost.
SELECT
    CASE grouping_id(round_id, revision, model, agent)
        WHEN 7 THEN 'round' WHEN 11 THEN 'revision' WHEN 13 THEN 'model' WHEN 14 THEN 'agent' ELSE 'total'
    END AS dimension,
    coalesce(round_id, revision::VARCHAR, model, agent) AS key,
    usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd,
    unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
FROM usage_toward_reports($task_id) u
GROUP BY GROUPING SETS ((round_id), (revision), (model), (agent), ())
ORDER BY dimension, cost_usd DESC NULLS LAST, key
