-- An empty stage for the rates of one pricing.
CREATE OR REPLACE TEMP TABLE offered_price AS SELECT * FROM price LIMIT 0
