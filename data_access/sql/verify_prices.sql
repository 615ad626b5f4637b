-- Does every price belong to a price version that exists?
SELECT
    count(*) AS checked,
    count(*) FILTER (v.price_version IS NULL) AS faults,
    (list(p.price_key ORDER BY p.price_key) FILTER (v.price_version IS NULL))[:5] AS examples
FROM price p
LEFT JOIN price_version v USING (price_version)
