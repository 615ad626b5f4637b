-- Which agents worked in a run, in which folder, how were they to be kept apart, and what is on record of their
-- isolation: published by a runtime, and stated with a task or a result of the source? Fills reading.agents_apart.
WITH run AS (
    SELECT conversation_key, conversation_id, source_format FROM conversation WHERE conversation_key = $conversation_key
), asked AS (
    SELECT q.agent_id, q.task_id, q AS request
    FROM isolation_request q
    JOIN run r ON q.conversation IN (r.conversation_key, r.conversation_id)
    QUALIFY row_number() OVER (PARTITION BY q.agent_id, q.task_id ORDER BY q.recorded_at DESC, q.record_id DESC) = 1
), resulted AS (
    SELECT s.agent_id, s.task_id, s AS result
    FROM isolation_result s
    JOIN run r ON s.conversation IN (r.conversation_key, r.conversation_id)
    QUALIFY row_number() OVER (PARTITION BY s.agent_id, s.task_id ORDER BY s.recorded_at DESC, s.record_id DESC) = 1
), stated AS (
    SELECT
        NULL::VARCHAR AS agent_id, o.task_id,
        {
            'status': o.status, 'summary': o.summary, 'output': o.output, 'modified_files': o.modified_files,
            'git_diff_summary': o.git_diff_summary, 'isolation': o.isolation
        } AS stated
    FROM task_result_observation o
    WHERE
        o.conversation_key = $conversation_key
        AND (
            o.isolation IS NOT NULL
            OR o.task_id IN (SELECT spawned_by_tool_call_id FROM agent WHERE conversation_key = $conversation_key)
        )
    QUALIFY row_number() OVER (
        PARTITION BY o.task_id ORDER BY o.observed_at DESC NULLS LAST, o.sequence DESC, o.observation_id DESC
    ) = 1
), sought AS (
    SELECT NULL::VARCHAR AS agent_id, o.task_id, { 'told': o.isolation_request, 'goal': o.title } AS sought
    FROM task_observation o
    WHERE o.conversation_key = $conversation_key AND o.isolation_request IS NOT NULL
    QUALIFY row_number() OVER (
        PARTITION BY o.task_id ORDER BY o.observed_at DESC NULLS LAST, o.sequence DESC, o.observation_id DESC
    ) = 1
), worker AS (
    -- A record that names no agent is of the one that anything else ties to its task.
    SELECT task_id, any_value(agent_id) AS agent_id
    FROM (
        SELECT task_id, agent_id FROM task WHERE conversation_key = $conversation_key
        UNION ALL SELECT task_id, agent_id FROM asked
        UNION ALL SELECT task_id, agent_id FROM resulted
    )
    WHERE agent_id IS NOT NULL
    GROUP BY task_id
    HAVING count(DISTINCT agent_id) = 1
), record AS (
    SELECT agent_id, task_id, request, NULL AS result, NULL AS stated, NULL AS sought FROM asked
    UNION ALL BY NAME SELECT agent_id, task_id, result FROM resulted
    UNION ALL BY NAME SELECT agent_id, task_id, stated FROM stated
    UNION ALL BY NAME SELECT agent_id, task_id, sought FROM sought
), known AS (
    SELECT
        coalesce(o.agent_id, w.agent_id) AS agent_id, o.task_id, any_value(o.request) AS request,
        any_value(o.result) AS result, any_value(o.stated) AS stated, any_value(o.sought) AS sought
    FROM record o
    LEFT JOIN worker w USING (task_id)
    GROUP BY ALL
), described AS (
    SELECT
        a.agent_id, a.name, a.role, a.parent_agent_id, a.workspace_path,
        CASE WHEN r.source_format = 'claude_code' AND json_valid(t.input) THEN t.input ->> '$.isolation' END AS asked_mode
    FROM agent a
    CROSS JOIN run r
    LEFT JOIN tool_outcome t ON t.conversation_key = a.conversation_key AND t.tool_call_id = a.spawned_by_tool_call_id
    WHERE a.conversation_key = $conversation_key
)
SELECT
    coalesce(d.agent_id, k.agent_id) AS agent_id, d.name, d.role, d.parent_agent_id, d.workspace_path, d.asked_mode,
    k.task_id, k.request, k.result, k.stated, k.sought
FROM described d
FULL JOIN known k ON k.agent_id = d.agent_id
ORDER BY d.parent_agent_id IS NOT NULL, coalesce(d.agent_id, k.agent_id) NULLS LAST, k.task_id NULLS FIRST
