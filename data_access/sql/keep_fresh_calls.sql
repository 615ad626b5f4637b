-- Store the fresh calls.
INSERT INTO usage_call BY NAME
SELECT * FROM fresh_call ORDER BY conversation_key, occurred_at, call_key
