-- What do the snapshots of a run say of its state, the latest word on each field? Fills reading.runtime_summary.
SELECT
    arg_max(execution_mode, (captured_at, snapshot_id)) FILTER (execution_mode IS NOT NULL) AS execution_mode,
    arg_max(phase, (captured_at, snapshot_id)) FILTER (phase IS NOT NULL) AS phase,
    arg_max(checkpoint, (captured_at, snapshot_id)) FILTER (checkpoint IS NOT NULL) AS checkpoint,
    arg_max(thread_id, (captured_at, snapshot_id)) FILTER (thread_id IS NOT NULL) AS thread_id,
    arg_max(agent_id, (captured_at, snapshot_id)) FILTER (agent_id IS NOT NULL) AS agent_id,
    arg_max(root_agent_id, (captured_at, snapshot_id)) FILTER (root_agent_id IS NOT NULL) AS root_agent_id,
    arg_max(isolation_mode, (captured_at, snapshot_id)) FILTER (isolation_mode IS NOT NULL) AS isolation_mode,
    arg_max(isolation_id, (captured_at, snapshot_id)) FILTER (isolation_id IS NOT NULL) AS isolation_id,
    arg_max(isolation_parent_conversation_id, (captured_at, snapshot_id))
        FILTER (isolation_parent_conversation_id IS NOT NULL) AS isolation_parent_conversation_id,
    arg_max(isolation_workspace_path, (captured_at, snapshot_id))
        FILTER (isolation_workspace_path IS NOT NULL) AS isolation_workspace_path,
    arg_max(isolation_metadata, (captured_at, snapshot_id)) FILTER (isolation_metadata IS NOT NULL) AS isolation_metadata
FROM snapshot
WHERE conversation_key = $conversation_key AND ($moment::TIMESTAMPTZ IS NULL OR captured_at <= $moment);
