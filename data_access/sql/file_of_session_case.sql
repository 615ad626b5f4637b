-- Which file still tells of this case?
SELECT min(e.file_id) AS file_id
FROM event e
WHERE e.event_type IN ('execution_plan', 'report', 'progress', 'evidence', 'presentation')
    AND e.extra->>'$.case_id' = $task_id
    AND e.conversation_key IN (
        SELECT conversation_key FROM conversation_observation WHERE source_format = 'session_state'
    )
HAVING count(*) > 0
