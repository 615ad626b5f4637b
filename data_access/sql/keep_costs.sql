-- Store the computed costs that are not stored yet.
INSERT INTO usage_cost BY NAME
SELECT p.*, TRUE AS is_current, $at AS computed_at
FROM priced_call p
WHERE NOT EXISTS (SELECT 1 FROM usage_cost k WHERE k.call_key = p.call_key AND k.price_key = p.price_key)
