-- Count the first change of each of these scopes.
INSERT INTO change_counter (scope, value, changed_at)
SELECT unnest($scopes::VARCHAR[]), 1, $at::TIMESTAMPTZ
