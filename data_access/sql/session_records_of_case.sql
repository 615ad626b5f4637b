-- What did the sessions of a case keep of it, and of themselves? Fills writing.session_cases.
WITH said AS (
    SELECT e.conversation_key, e.event_id, e.event_type, e.occurred_at, e.payload::VARCHAR AS payload, e.extra::VARCHAR AS extra
    FROM event e
    WHERE e.event_type IN ('execution_plan', 'report', 'progress', 'evidence', 'presentation')
        AND e.extra->>'$.case_id' = $task_id
        AND e.conversation_key IN (
            SELECT conversation_key FROM conversation_observation WHERE source_format = 'session_state'
        )
    UNION ALL
    SELECT e.conversation_key, e.event_id, e.event_type, e.occurred_at, '{}', e.extra::VARCHAR
    FROM event e
    WHERE e.event_type = 'session_state'
        AND e.conversation_key IN (
            SELECT conversation_key FROM conversation_observation WHERE source_format = 'session_state'
        )
), named AS (
    SELECT DISTINCT conversation_key, conversation_id
    FROM conversation_observation
    WHERE source_format = 'session_state'
)
SELECT n.conversation_id AS session_id, s.event_id, s.event_type, s.occurred_at, s.payload, s.extra
FROM said s
JOIN named n ON n.conversation_key = s.conversation_key
WHERE s.conversation_key IN (SELECT conversation_key FROM said WHERE event_type <> 'session_state')
ORDER BY s.occurred_at, session_id, s.event_id
