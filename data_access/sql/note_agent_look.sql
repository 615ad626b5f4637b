-- Somebody looked for queued tasks just now.
INSERT INTO agent_look (principal_id, looked_at)
VALUES ($principal_id, $at)
ON CONFLICT (principal_id) DO UPDATE SET looked_at = excluded.looked_at
