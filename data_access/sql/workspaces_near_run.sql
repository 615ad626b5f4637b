-- What did the newest look at a repository say of its workspaces, and of those in these folders? Fills
-- reading.stored_workspaces.
WITH newest AS (
    SELECT
        w.*, replace(told ->> '$.path', '\', '/') AS path,
        max(w.observed_at) OVER (PARTITION BY w.conversation_key) = w.observed_at AS is_newest
    FROM workspace_observation w
)
SELECT
    conversation_key AS repository_key, machine, repository, path, told ->> '$.branch' AS branch, told ->> '$.kind' AS kind,
    observed_at AS as_of, told
FROM newest
WHERE is_newest AND (repository = $repository OR list_contains($folders::VARCHAR[], path))
ORDER BY repository, machine, file_id, line
LIMIT $most;
