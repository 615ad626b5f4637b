-- Count one more change in each of these scopes.
INSERT INTO change_counter (scope, value, changed_at)
SELECT DISTINCT unnest($scopes::VARCHAR[]), 1, $at::TIMESTAMPTZ
ON CONFLICT (scope) DO UPDATE SET value = change_counter.value + 1, changed_at = excluded.changed_at;
