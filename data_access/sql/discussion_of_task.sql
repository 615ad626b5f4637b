-- What was said about the reports of a task, in order? Fills contracts.discussion.DiscussionMessage.
SELECT
    message_id, revision, generation, author_kind, author, is_verified, text, reply_to, checked_generation, checked_revision,
    posted_at,
    author_kind = 'person' AND NOT EXISTS (
        SELECT 1 FROM discussion_message reply
        WHERE reply.task_id = $task_id AND reply.reply_to = message.message_id AND reply.author_kind <> 'person'
    ) AS waits
FROM discussion_message message
WHERE task_id = $task_id
ORDER BY ordinal
