-- Keep a token by its hash.
INSERT INTO token (token_id, token_hash, created_at, expires_at, revoked_at)
VALUES ($token_id, $token_hash, $at, $expires_at, NULL);
