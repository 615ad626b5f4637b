-- Which pieces of thinking stand in these events of a run? Fills reading.transcript.
SELECT event_id, list(part_id ORDER BY part_id) AS part_ids, sum(size_bytes)::BIGINT AS size_bytes
FROM content_part
WHERE conversation_key = $conversation_key AND kind = 'thinking' AND list_contains($ids::VARCHAR[], event_id)
GROUP BY event_id;
