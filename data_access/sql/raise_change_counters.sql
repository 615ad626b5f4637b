-- Count one more change in each of these scopes that was counted before; which were?
UPDATE change_counter
SET value = value + 1, changed_at = $at
WHERE list_contains($scopes::VARCHAR[], scope)
RETURNING scope
