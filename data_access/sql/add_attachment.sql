-- Keep what is known of a file that a person gave; a case has each content once.
INSERT INTO attachment (
    task_id, attachment_hash, name, media_type, size_bytes, given_hash, given_bytes, width, height, thumbnail_hash, person, principal_id,
    added_at
)
SELECT
    $task_id, $attachment_hash, $name, $media_type, $size_bytes, $given_hash, $given_bytes, $width, $height, $thumbnail_hash, $person,
    $principal_id, $at
WHERE NOT EXISTS (FROM attachment WHERE task_id = $task_id AND attachment_hash = $attachment_hash)
RETURNING attachment_hash
