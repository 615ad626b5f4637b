-- Whose token has this hash, and does it still hold? Fills reading.tokens.principal_of.
SELECT t.token_id, t.token_hash, t.expires_at, t.revoked_at, p.kind, p.name, p.scopes
FROM token AS t
JOIN principal AS p ON p.principal_id = t.token_id
WHERE t.token_hash = $token_hash;
