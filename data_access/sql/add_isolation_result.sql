-- Keep a record that a runtime published.
INSERT INTO isolation_result (
    conversation, task_id, agent_id, status, isolation_mode, workspace_path, branch, cleanup_status, evidence, summary, modified_files, git_diff_summary, task_result, verification_evidence, recorded_at, principal_id,
    request_id, record_hash
)
VALUES (
    $conversation, $task_id, $agent_id, $status, $isolation_mode, $workspace_path, $branch, $cleanup_status, $evidence::JSON, $summary, $modified_files::JSON, $git_diff_summary, $task_result::JSON, $verification_evidence::JSON, $recorded_at, $principal_id,
    $request_id, $record_hash
)
RETURNING record_id
