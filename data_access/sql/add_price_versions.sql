-- Record the price lists that are used for the first time.
INSERT INTO price_version
SELECT version, $source, $at, coalesce((SELECT max(ordinal) FROM price_version), 0) + 1
FROM (SELECT $version AS version)
WHERE version NOT IN (SELECT price_version FROM price_version)
