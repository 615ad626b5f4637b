-- Which calls are priced: those without a cost, or, when $again, all? Reported costs stand as they are. Fills `call_to_price`.
CREATE OR REPLACE TEMP TABLE call_to_price AS
SELECT *
FROM usage_call u
WHERE model IS NOT NULL AND reported_cost_usd IS NULL
    AND ($again OR NOT EXISTS (SELECT 1 FROM usage_cost k WHERE k.call_key = u.call_key))
