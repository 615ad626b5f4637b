-- What did whoever comes with this browser call themselves? Fills reading.viewers.viewer_named.
SELECT viewer_id, name, first_seen_at, last_seen_at FROM viewer WHERE viewer_id = $viewer_id;
