-- Note that a browser came again.
UPDATE viewer SET last_seen_at = $at WHERE viewer_id = $viewer_id AND last_seen_at < $at;
