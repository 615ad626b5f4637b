-- Note a sign-in when it is seen first; returns nothing where it was known.
INSERT INTO sign_in (sign_in_id, principal_id, signed_in_at, ends_at)
VALUES ($sign_in_id, $principal_id, $signed_in_at, $ends_at)
ON CONFLICT (sign_in_id) DO NOTHING
RETURNING sign_in_id;
