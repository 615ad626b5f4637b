-- Keep who may speak to the desk.
INSERT INTO principal (principal_id, kind, name, scopes, is_verified, created_at)
VALUES ($principal_id, $kind, $name, $scopes, TRUE, $at);
