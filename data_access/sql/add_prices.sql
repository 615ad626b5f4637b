-- Keep the rates that are used for the first time, from the stage `offered_price`.
INSERT INTO price BY NAME
SELECT * FROM offered_price WHERE price_key NOT IN (SELECT price_key FROM price)
