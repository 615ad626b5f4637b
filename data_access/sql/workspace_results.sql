-- Which results name a folder or a branch they were worked out in, the newest of each task? Fills
-- reading.workspace_results.
WITH newest AS (
    SELECT
        conversation_key, task_id, status, observed_at,
        isolation ->> '$.workspace_path' AS workspace_path,
        isolation ->> '$.branch' AS branch,
        isolation ->> '$.cleanup_status' AS cleanup_status
    FROM task_result_observation
    WHERE isolation IS NOT NULL
    QUALIFY row_number() OVER (
        PARTITION BY conversation_key, task_id ORDER BY observed_at DESC NULLS LAST, sequence DESC, observation_id DESC
    ) = 1
)
SELECT
    n.conversation_key, c.conversation_id, n.task_id, n.status, n.workspace_path, n.branch, n.cleanup_status,
    n.observed_at AS recorded_at, c.project, c.origin,
    count(*) OVER () AS total
FROM newest n
JOIN conversation c USING (conversation_key)
WHERE n.workspace_path IS NOT NULL OR n.branch IS NOT NULL
ORDER BY n.observed_at DESC NULLS LAST, n.conversation_key, n.task_id
LIMIT $limit;
