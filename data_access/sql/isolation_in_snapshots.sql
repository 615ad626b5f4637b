-- How apart is each agent of a run by its own newest snapshot that says so? Fills reading.agents_apart.
SELECT
    coalesce(agent_id, root_agent_id) AS agent_id, isolation_mode, isolation_id, isolation_parent_conversation_id,
    isolation_workspace_path, isolation_metadata
FROM snapshot
WHERE conversation_key = $conversation_key AND isolation_mode IS NOT NULL
QUALIFY row_number() OVER (
    PARTITION BY coalesce(agent_id, root_agent_id) ORDER BY captured_at DESC, snapshot_id DESC
) = 1
ORDER BY 1 NULLS LAST
