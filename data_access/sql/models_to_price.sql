-- Which models, asked for as which service, have calls to price? Reported costs stand as they are. Fills `rules.pricing.PriceBook`.
SELECT DISTINCT model, service
FROM usage_call u
WHERE model IS NOT NULL AND reported_cost_usd IS NULL
    AND ($again OR NOT EXISTS (SELECT 1 FROM usage_cost k WHERE k.call_key = u.call_key))
ORDER BY model, service
