-- How many changes have these scopes seen together, and when was the last? Fills `ChangeCounter`.
SELECT coalesce(sum(value), 0)::BIGINT AS value, max(changed_at) AS changed_at
FROM change_counter
WHERE list_contains($scopes::VARCHAR[], scope);
