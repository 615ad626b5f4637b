-- Forget files that no fact of their task was stated with, given before a moment.
DELETE FROM attachment
WHERE added_at < $before
    AND NOT EXISTS (
        FROM human_evidence h WHERE h.task_id = attachment.task_id AND h.attachment_hash = attachment.attachment_hash
    )
    AND task_id NOT IN (SELECT task_id FROM restored_case)
RETURNING attachment_hash, thumbnail_hash
