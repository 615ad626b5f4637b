-- How many fresh calls has each conversation, by model, and how many of them have no known cost?
SELECT
    f.conversation_key, coalesce(f.model, 'unknown') AS model, count(*) AS calls,
    count(*) FILTER (f.reported_cost_usd IS NULL AND k.call_key IS NULL) AS unpriced
FROM fresh_call f
LEFT JOIN fresh_cost k ON k.call_key = f.call_key
GROUP BY ALL
