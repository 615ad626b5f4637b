-- What was kept apart from one event? Fills reading.events.event.
SELECT part_id, kind, media_type, size_bytes, content
FROM content_part
WHERE conversation_key = $conversation_key AND event_id = $event_id
ORDER BY length(part_id), part_id;
