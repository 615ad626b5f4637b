-- Whom do the plain lines of this block name, and which line is the first? (bulk load)
SELECT conversation_id, 'conversation' AS kind, '' AS name, min(line) AS line
FROM block_event GROUP BY conversation_id
UNION ALL
SELECT conversation_id, 'agent', agent_id, min(line)
FROM block_event WHERE agent_id <> '' GROUP BY conversation_id, agent_id
UNION ALL
SELECT conversation_id, 'task', task_id, min(line)
FROM block_event WHERE task_id <> '' GROUP BY conversation_id, task_id
ORDER BY line, kind, name
