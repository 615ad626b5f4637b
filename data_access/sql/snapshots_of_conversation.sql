-- Which snapshots has a run, the newest first? Fills reading.run_as_of.snapshots.
SELECT snapshot_id, captured_at, phase, checkpoint, agent_id
FROM snapshot
WHERE conversation_key = $conversation_key
    AND ($after_id::VARCHAR IS NULL OR (captured_at, snapshot_id) < ($after_at::TIMESTAMPTZ, $after_id))
ORDER BY captured_at DESC, snapshot_id DESC
LIMIT $limit;
