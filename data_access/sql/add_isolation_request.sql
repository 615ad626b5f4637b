-- Keep a record that a runtime published.
INSERT INTO isolation_request (
    conversation, task_id, agent_id, goal, isolation_mode, workspace_strategy, allow_merge_back, cleanup_policy, recorded_at, principal_id,
    request_id, record_hash
)
VALUES (
    $conversation, $task_id, $agent_id, $goal, $isolation_mode, $workspace_strategy, $allow_merge_back, $cleanup_policy, $recorded_at, $principal_id,
    $request_id, $record_hash
)
RETURNING record_id
