-- Store the costs of the fresh calls.
INSERT INTO usage_cost BY NAME
SELECT * FROM fresh_cost
