-- Which fresh calls are priced? Reported costs stand as they are. Fills `call_to_price`.
CREATE OR REPLACE TEMP TABLE call_to_price AS
SELECT * FROM fresh_call WHERE model IS NOT NULL AND reported_cost_usd IS NULL
