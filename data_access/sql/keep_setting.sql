-- Keeps one decision of the desk, the latest word under its name.
INSERT INTO setting (name, value, changed_at) VALUES ($name, $value, $changed_at)
ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at;
