-- End a token that still holds; it keeps the time at which it ended first.
UPDATE token SET revoked_at = $at WHERE token_id = $token_id AND revoked_at IS NULL;
