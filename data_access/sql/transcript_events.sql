-- What do these events of a run say? Fills reading.transcript.
SELECT event_id, event_type, severity, summary
FROM event
WHERE conversation_key = $conversation_key AND list_contains($ids::VARCHAR[], event_id);
