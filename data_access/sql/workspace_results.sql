-- Which results name a folder or a branch they were worked out in, the newest of each task from each kind of source?
-- Fills reading.workspace_results. A published one names its run by id or key, and the run need not be imported.
WITH observed AS (
    SELECT
        conversation_key, task_id, status, observed_at AS recorded_at,
        isolation ->> '$.workspace_path' AS workspace_path,
        isolation ->> '$.branch' AS branch,
        isolation ->> '$.cleanup_status' AS cleanup_status,
        git_diff_summary, modified_files
    FROM task_result_observation
    WHERE isolation IS NOT NULL
    QUALIFY row_number() OVER (
        PARTITION BY conversation_key, task_id ORDER BY observed_at DESC NULLS LAST, sequence DESC, observation_id DESC
    ) = 1
), published AS (
    SELECT
        conversation, task_id, status, recorded_at, workspace_path, branch, cleanup_status, git_diff_summary, modified_files
    FROM isolation_result
    QUALIFY row_number() OVER (PARTITION BY conversation, task_id ORDER BY recorded_at DESC, record_id DESC) = 1
), run AS (
    SELECT conversation_id AS named, any_value(conversation_key) AS conversation_key
    FROM conversation
    GROUP BY conversation_id
    HAVING count(*) = 1
    UNION
    SELECT conversation_key AS named, conversation_key FROM conversation
), told AS (
    SELECT
        o.conversation_key, c.conversation_id, o.task_id, o.status, o.workspace_path, o.branch, o.cleanup_status,
        o.git_diff_summary, o.modified_files, o.recorded_at, c.project, c.origin, c.basis
    FROM observed o
    JOIN conversation c USING (conversation_key)
    UNION ALL
    SELECT
        c.conversation_key, coalesce(c.conversation_id, p.conversation) AS conversation_id, p.task_id, p.status,
        p.workspace_path, p.branch, p.cleanup_status, p.git_diff_summary, p.modified_files, p.recorded_at, c.project, coalesce(c.origin, 'real') AS origin,
        'published' AS basis
    FROM published p
    LEFT JOIN run r ON r.named = p.conversation
    LEFT JOIN conversation c ON c.conversation_key = r.conversation_key
)
SELECT
    * REPLACE (left(git_diff_summary, 500) AS git_diff_summary, json_array_length(modified_files)::BIGINT AS modified_files),
    count(*) OVER () AS total
FROM told
WHERE workspace_path IS NOT NULL OR branch IS NOT NULL
ORDER BY recorded_at DESC NULLS LAST, conversation_id, task_id, basis
LIMIT $limit;
