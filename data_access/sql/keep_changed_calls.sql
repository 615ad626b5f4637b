-- Store the changed calls as the merge gives them.
INSERT INTO usage_call BY NAME
SELECT * FROM merged_call WHERE call_key IN (SELECT call_key FROM changed_call)
ORDER BY conversation_key, occurred_at, call_key
