-- Does every cost belong to a call and a price that exist, and has every priced call one current cost?
WITH cost AS (
    SELECT
        k.call_key,
        c.call_key IS NULL OR p.price_key IS NULL OR v.price_version IS NULL
        OR count(*) FILTER (k.is_current) OVER (PARTITION BY k.call_key) <> 1 AS is_fault
    FROM usage_cost k
    LEFT JOIN usage_call c USING (call_key)
    LEFT JOIN price p ON p.price_key = k.price_key
    LEFT JOIN price_version v ON v.price_version = k.price_version
)
SELECT
    count(*) AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list(DISTINCT call_key ORDER BY call_key) FILTER (is_fault))[:5] AS examples
FROM cost
