-- Which models, asked for as which service, have calls to price? Reads `call_to_price`, fills `rules.pricing.PriceBook`.
SELECT DISTINCT model, service FROM call_to_price ORDER BY model, service
