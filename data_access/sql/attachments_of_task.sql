-- Which files belong to the facts of a task? Fills reading.attachments.
SELECT
    attachment_hash, name, media_type, size_bytes, given_hash, given_bytes, width, height, thumbnail_hash, person, added_at
FROM attachment
WHERE task_id = $task_id AND ($attachment_hash::VARCHAR IS NULL OR attachment_hash = $attachment_hash)
ORDER BY added_at, attachment_hash
