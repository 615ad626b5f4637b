-- What are the groups of a cost report called, and of which run are they? Fills reading.cost_group_names.
-- The keys are spelt as `cost_by` spells them: a run by its id, or by its key where the id is not unique.
WITH named AS (
    SELECT
        conversation_key, title,
        CASE WHEN count(*) OVER (PARTITION BY conversation_id) = 1 THEN conversation_id ELSE conversation_key END AS run
    FROM conversation
), labelled AS (
    SELECT run AS key, title AS label, NULL::VARCHAR AS agent_id, conversation_key, title
    FROM named WHERE $by = 'conversation'
    UNION ALL
    SELECT n.run || '/' || a.agent_id, coalesce(a.name, a.role), a.agent_id, n.conversation_key, n.title
    FROM agent a JOIN named n USING (conversation_key) WHERE $by = 'agent'
    UNION ALL
    SELECT n.run || '/' || t.task_id, t.title, NULL, n.conversation_key, n.title
    FROM task t JOIN named n USING (conversation_key) WHERE $by = 'task'
)
SELECT key, label, agent_id, conversation_key, title AS run_title
FROM labelled
WHERE list_contains($keys::VARCHAR[], key)
ORDER BY key;
