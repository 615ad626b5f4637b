-- Keep a record that a runtime published.
INSERT INTO agent_operation (
    conversation, occurred_at, operation, target, approved_by, result, agent_id, task_id, working_directory, workspace, checksum, recorded_at, principal_id,
    request_id, record_hash
)
VALUES (
    $conversation, $occurred_at, $operation, $target, $approved_by, $result, $agent_id, $task_id, $working_directory, $workspace, $checksum, $recorded_at, $principal_id,
    $request_id, $record_hash
)
RETURNING record_id
