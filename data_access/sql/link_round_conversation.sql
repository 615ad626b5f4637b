-- A run belongs to a round, says somebody.
INSERT INTO round_conversation (task_id, round_id, conversation, linked_by, linked_at, principal_id)
VALUES ($task_id, $round_id, $conversation, $linked_by, $at, $principal_id)
ON CONFLICT DO NOTHING
