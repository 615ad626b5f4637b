-- Of which cases do the session UI states of these runs tell? Fills writing.session_cases.
SELECT DISTINCT e.extra->>'$.case_id' AS task_id
FROM event e
WHERE e.event_type IN ('execution_plan', 'report', 'progress', 'evidence', 'presentation', 'session_state')
    AND e.extra->>'$.case_id' IS NOT NULL
    AND e.conversation_key IN (
        SELECT conversation_key FROM conversation_observation
        WHERE source_format = 'session_state' AND conversation_key IN (SELECT unnest($conversation_keys::VARCHAR[]))
    )
ORDER BY task_id
