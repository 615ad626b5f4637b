-- Which tokens has this desk given, the latest first? Fills reading.tokens.tokens.
SELECT t.token_id, p.name, p.kind, p.scopes, t.created_at, t.expires_at, t.revoked_at
FROM token AS t
JOIN principal AS p ON p.principal_id = t.token_id
ORDER BY t.created_at DESC, t.token_id;
