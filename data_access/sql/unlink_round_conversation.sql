-- A run no longer belongs to a round, says somebody; what is recognised in logs and told by snapshots stays.
-- The link may bear the native id or the key of the run, whichever of them is given.
DELETE FROM round_conversation
WHERE task_id = $task_id AND round_id = $round_id
    AND (
        conversation = $conversation
        OR conversation IN (SELECT conversation_id FROM conversation WHERE conversation_key = $conversation)
        OR conversation IN (SELECT conversation_key FROM conversation WHERE conversation_id = $conversation)
    )
