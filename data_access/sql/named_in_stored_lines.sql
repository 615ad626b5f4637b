-- Whom do the lines name that this load has stored, and which line is the first? (bulk load)
WITH stored AS (
    SELECT k.conversation_id, e.agent_id, e.task_id, e.line
    FROM event e JOIN block_conversation k USING (conversation_key)
    WHERE e.file_id = $file_id AND e.line > $lines_before AND k.conversation_id IS NOT NULL
)
SELECT conversation_id, 'conversation' AS kind, '' AS name, min(line) AS line
FROM stored GROUP BY conversation_id
UNION ALL
SELECT conversation_id, 'agent', agent_id, min(line)
FROM stored WHERE agent_id <> '' GROUP BY conversation_id, agent_id
UNION ALL
SELECT conversation_id, 'task', task_id, min(line)
FROM stored WHERE task_id <> '' GROUP BY conversation_id, task_id
ORDER BY line, kind, name
