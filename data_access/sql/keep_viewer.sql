-- Keep the name that was typed in a browser; when it was first seen stays.
INSERT INTO viewer (viewer_id, name, first_seen_at, last_seen_at) VALUES ($viewer_id, $name, $at, $at)
ON CONFLICT (viewer_id) DO UPDATE SET name = excluded.name, last_seen_at = excluded.last_seen_at;
