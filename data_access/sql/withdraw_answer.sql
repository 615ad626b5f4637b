-- An answer counts no longer, says a person; it moves nothing.
UPDATE answer
SET withdrawn_at = $at, withdrawn_by = $principal_id, withdrawn_by_name = $person, withdrawn_reason = $reason
WHERE task_id = $task_id AND answer_id = $answer_id
