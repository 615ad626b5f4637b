-- What can the events of a run be filtered by, and how often does each value occur? Fills reading.events.event_filter_options.
WITH counted AS (
    SELECT
        CASE grouping_id(e.agent_id, e.event_type, e.severity, e.thread_id, e.task_id)
            WHEN 15 THEN 'agents' WHEN 23 THEN 'event_types' WHEN 27 THEN 'severities' WHEN 29 THEN 'threads' WHEN 30 THEN 'tasks'
        END AS field,
        coalesce(e.agent_id, e.event_type, e.severity, e.thread_id, e.task_id) AS value,
        count(*) AS events
    FROM event e
    WHERE e.conversation_key = $conversation_key AND known_as_of(e.occurred_at, e.file_id, e.line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    GROUP BY GROUPING SETS ((e.agent_id), (e.event_type), (e.severity), (e.thread_id), (e.task_id))
)
SELECT c.field, c.value, coalesce(a.name, t.title) AS label, c.events
FROM counted c
LEFT JOIN agent a ON c.field = 'agents' AND a.conversation_key = $conversation_key AND a.agent_id = c.value
LEFT JOIN task t ON c.field = 'tasks' AND t.conversation_key = $conversation_key AND t.task_id = c.value
WHERE c.value IS NOT NULL
ORDER BY c.field, c.events DESC, c.value;
