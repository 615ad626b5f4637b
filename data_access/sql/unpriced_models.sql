-- Which models have calls of unknown cost, and how many? With $changed_only, among the calls of this import.
SELECT coalesce(model, 'unknown') AS model, count(*) AS calls
FROM usage_call u
WHERE reported_cost_usd IS NULL
    AND NOT EXISTS (SELECT 1 FROM usage_cost k WHERE k.call_key = u.call_key)
GROUP BY ALL
ORDER BY model
