-- Keep a record that a runtime published.
INSERT INTO isolation_request (
    conversation, task_id, agent_id, goal, isolation_mode, workspace_strategy, allow_merge_back, cleanup_policy, recorded_at, principal_id
)
VALUES ($conversation, $task_id, $agent_id, $goal, $isolation_mode, $workspace_strategy, $allow_merge_back, $cleanup_policy, $at, $principal_id)
RETURNING record_id
