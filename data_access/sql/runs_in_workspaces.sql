-- Which runs worked in these folders, or on these branches of their repository? Fills reading.stored_workspaces.
WITH stands AS (
    SELECT
        o.conversation_key,
        arg_min(o.extra ->> '$.cwd', (o.observed_at, o.line)) FILTER (o.extra ->> '$.cwd' IS NOT NULL) AS directory
    FROM conversation_observation o
    GROUP BY o.conversation_key
), run AS (
    SELECT
        c.conversation_key, c.conversation_id, c.title, c.last_at,
        rtrim(replace(coalesce(s.directory, c.project), '\', '/'), '/') AS directory
    FROM conversation c
    LEFT JOIN stands s USING (conversation_key)
), published AS (
    SELECT r.conversation_key, p.agent_id, p.workspace_path AS folder, p.branch
    FROM isolation_result p
    JOIN run r ON p.conversation IN (r.conversation_key, r.conversation_id)
), stated AS (
    SELECT
        o.conversation_key, t.agent_id, o.isolation ->> '$.workspace_path' AS folder, o.isolation ->> '$.branch' AS branch
    FROM task_result_observation o
    LEFT JOIN task_observation t USING (conversation_key, task_id)
    WHERE o.isolation IS NOT NULL
), own AS (
    SELECT DISTINCT
        conversation_key, coalesce(agent_id, root_agent_id) AS agent_id, isolation_workspace_path AS folder,
        isolation_metadata ->> '$.branch' AS branch
    FROM snapshot
    WHERE isolation_workspace_path IS NOT NULL
), told AS (
    SELECT *, 'result' AS known_by FROM published
    UNION ALL SELECT *, 'result' FROM stated
    UNION ALL SELECT *, 'agent' FROM own
    UNION ALL SELECT conversation_key, agent_id, workspace_path, NULL, 'agent' FROM agent_observation WHERE workspace_path IS NOT NULL
    UNION ALL SELECT conversation_key, NULL, directory, NULL, 'run' FROM run WHERE directory IS NOT NULL
), placed AS (
    SELECT
        t.*, r.conversation_id, r.title, r.last_at, r.directory,
        rtrim(replace(t.folder, '\', '/'), '/') AS given,
        CASE
            WHEN given = '' THEN NULL
            WHEN given LIKE '/%' OR given LIKE '_:/%' OR r.directory IS NULL OR starts_with(given, r.directory || '/') THEN given
            WHEN given = r.directory THEN given
            ELSE r.directory || '/' || given
        END AS place
    FROM told t
    JOIN run r USING (conversation_key)
)
SELECT
    p.conversation_key, any_value(p.conversation_id) AS conversation_id, any_value(p.title) AS title,
    any_value(p.last_at) AS last_at, p.agent_id, any_value(a.name) AS agent_name, p.place,
    CASE WHEN p.place IS NULL OR NOT list_contains($folders::VARCHAR[], p.place) THEN p.branch END AS branch,
    any_value(p.directory) AS directory, min(p.known_by) AS known_by
FROM placed p
LEFT JOIN agent_observation a ON a.conversation_key = p.conversation_key AND a.agent_id = p.agent_id AND a.name IS NOT NULL
WHERE list_contains($folders::VARCHAR[], p.place)
    OR (list_contains($branches::VARCHAR[], p.branch) AND list_contains($repositories::VARCHAR[], p.directory))
GROUP BY p.conversation_key, p.agent_id, p.place, 8
ORDER BY last_at DESC NULLS LAST, p.conversation_key, p.agent_id NULLS LAST
LIMIT $most;
