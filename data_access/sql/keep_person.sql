-- Keep a person who signed in, with the name and the scopes they had then.
INSERT INTO principal (principal_id, kind, name, scopes, is_verified, created_at)
VALUES ($principal_id, 'person', $name, $scopes, TRUE, $at)
ON CONFLICT (principal_id) DO UPDATE SET name = excluded.name, scopes = excluded.scopes;
