-- Let the newly computed costs take the place of the older ones, which are kept.
UPDATE usage_cost SET is_current = (usage_cost.price_key = p.price_key)
FROM priced_call p
WHERE usage_cost.call_key = p.call_key
