-- Which token has this id? Fills writing.tokens.revoke_token.
SELECT t.token_id, p.name, p.kind, p.scopes, t.created_at, t.expires_at, t.revoked_at
FROM token AS t
JOIN principal AS p ON p.principal_id = t.token_id
WHERE t.token_id = $token_id;
