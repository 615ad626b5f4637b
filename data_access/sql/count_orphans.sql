-- How many agents, tasks, runs and spans of the touched conversations name a parent nobody has seen?
-- Of a trace the spans are counted, and not once more the agents that they name.
WITH agents AS (
    SELECT * FROM agent WHERE conversation_key IN (SELECT conversation_key FROM touched_conversation)
), tasks AS (
    SELECT * FROM task WHERE conversation_key IN (SELECT conversation_key FROM touched_conversation)
), spans AS (
    SELECT DISTINCT conversation_key, span_id, parent_span_id
    FROM span WHERE conversation_key IN (SELECT conversation_key FROM touched_conversation)
), lone_spans AS (
    SELECT count(*) AS n FROM spans s
    WHERE s.parent_span_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM spans p WHERE p.conversation_key = s.conversation_key AND p.span_id = s.parent_span_id
    )
), lone_agents AS (
    SELECT count(*) AS n FROM agents a
    WHERE a.parent_agent_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM agents p
        WHERE p.conversation_key = a.conversation_key AND p.agent_id = a.parent_agent_id
    )
    AND a.conversation_key NOT IN (SELECT conversation_key FROM spans)
), lone_tasks AS (
    SELECT count(*) AS n FROM tasks t
    WHERE t.parent_task_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM tasks p
        WHERE p.conversation_key = t.conversation_key AND p.task_id = t.parent_task_id
    )
), lone_runs AS (
    SELECT count(*) AS n FROM conversation c
    WHERE c.conversation_key IN (SELECT conversation_key FROM touched_conversation)
        AND c.parent_conversation_id IS NOT NULL AND c.parent_conversation_key IS NULL
)
SELECT a.n + t.n + r.n + s.n AS orphans FROM lone_agents a, lone_tasks t, lone_runs r, lone_spans s
