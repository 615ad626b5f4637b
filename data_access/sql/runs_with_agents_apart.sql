-- Which runs have agents that were, or should have been, kept apart: several agents, a folder of an agent, a record of
-- isolation, or a worktree that the run itself stands in? The newest first. Fills reading.runs_apart.
WITH named AS (
    SELECT conversation FROM isolation_request UNION SELECT conversation FROM isolation_result
), recorded AS (
    SELECT c.conversation_key FROM conversation c JOIN named n ON n.conversation IN (c.conversation_key, c.conversation_id)
    UNION SELECT conversation_key FROM task_observation WHERE isolation_request IS NOT NULL
    UNION SELECT conversation_key FROM snapshot WHERE isolation_mode IN ('session', 'worktree', 'sandbox')
    UNION SELECT conversation_key FROM task_result_observation WHERE isolation IS NOT NULL
    UNION SELECT conversation_key FROM agent_observation WHERE workspace_path IS NOT NULL
), several AS (
    SELECT conversation_key FROM agent_observation GROUP BY conversation_key HAVING count(DISTINCT agent_id) > 1
), matching AS (
    SELECT c.*
    FROM conversation c
    WHERE c.conversation_key IN (SELECT conversation_key FROM recorded)
        OR (NOT $recorded_only AND c.conversation_key IN (SELECT conversation_key FROM several))
), counted AS (
    SELECT *, count(*) OVER () AS total FROM matching
)
SELECT conversation_key, conversation_id, title, project, origin, basis, last_at, tool_calls, total
FROM counted
WHERE $after_key::VARCHAR IS NULL
    OR (last_at IS NULL, -coalesce(epoch_us(last_at), 0), conversation_key)
        > ($after_at::TIMESTAMPTZ IS NULL, -coalesce(epoch_us($after_at::TIMESTAMPTZ), 0), $after_key)
ORDER BY last_at IS NULL, -coalesce(epoch_us(last_at), 0), conversation_key
LIMIT $limit;
