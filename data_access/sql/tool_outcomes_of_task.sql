-- Which tool calls belong to a task, in the order of time? Fills reading.task_evidence.
WITH doer AS (
    SELECT agent_id
    FROM agent_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
    WHERE conversation_key = $conversation_key AND spawned_by_tool_call_id = $task_id
)
SELECT
    tool_call_id, tool, agent_id, task_id, status, started_at, ended_at, input, output, error, event_id,
    CASE
        WHEN task_id = $task_id OR tool_call_id = $task_id THEN 'task'
        WHEN agent_id IN (SELECT agent_id FROM doer) THEN 'agent'
        ELSE 'cited'
    END AS linked_by,
    count(*) OVER () AS total
FROM tool_outcome_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
WHERE conversation_key = $conversation_key
    AND (
        task_id = $task_id
        OR tool_call_id = $task_id
        OR agent_id IN (SELECT agent_id FROM doer)
        OR list_contains($cited::VARCHAR[], tool_call_id)
    )
ORDER BY coalesce(started_at, ended_at) NULLS LAST, sequence, tool_call_id
LIMIT $limit;
