-- An empty `priced_call`, for calls of which none has a price.
CREATE OR REPLACE TEMP TABLE priced_call AS
SELECT call_key, price_version, price_key, cost_usd, is_assumed FROM usage_cost LIMIT 0
