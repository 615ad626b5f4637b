-- Keep what somebody says about a report under the next number of its task.
INSERT INTO discussion_message (
    task_id, message_id, ordinal, revision, generation, author_kind, author, principal_id, is_verified, text, reply_to,
    checked_generation, checked_revision, posted_at
)
SELECT
    $task_id, 'D-' || n.ordinal, n.ordinal, $revision, $generation, $author_kind, $author, $principal_id, $is_verified, $text, $reply_to,
    $checked_generation, $checked_revision, $at
FROM (SELECT 1 + coalesce(max(ordinal), 0) AS ordinal FROM discussion_message WHERE task_id = $task_id) n
RETURNING message_id
