-- Which agents worked in a run, in which folder, and what was published of their isolation? Fills
-- reading.run_isolation.
WITH run AS (
    SELECT conversation_key, conversation_id FROM conversation WHERE conversation_key = $conversation_key
), requested AS (
    SELECT q.agent_id, q.task_id, q AS request
    FROM isolation_request q
    JOIN run r ON q.conversation IN (r.conversation_key, r.conversation_id)
    QUALIFY row_number() OVER (PARTITION BY q.agent_id, q.task_id ORDER BY q.record_id DESC) = 1
), resulted AS (
    SELECT s.agent_id, s.task_id, s AS result
    FROM isolation_result s
    JOIN run r ON s.conversation IN (r.conversation_key, r.conversation_id)
    QUALIFY row_number() OVER (PARTITION BY s.agent_id, s.task_id ORDER BY s.record_id DESC) = 1
), published AS (
    SELECT coalesce(q.agent_id, s.agent_id) AS agent_id, coalesce(q.task_id, s.task_id) AS task_id, q.request, s.result
    FROM requested q
    FULL JOIN resulted s ON s.task_id = q.task_id AND s.agent_id IS NOT DISTINCT FROM q.agent_id
), described AS (
    SELECT agent_id, name, parent_agent_id, workspace_path FROM agent WHERE conversation_key = $conversation_key
)
SELECT
    coalesce(d.agent_id, p.agent_id) AS agent_id, d.name, d.parent_agent_id, d.workspace_path, p.task_id, p.request,
    p.result
FROM described d
FULL JOIN published p ON p.agent_id = d.agent_id
ORDER BY d.parent_agent_id IS NOT NULL, coalesce(d.agent_id, p.agent_id) NULLS LAST, p.task_id NULLS FIRST
