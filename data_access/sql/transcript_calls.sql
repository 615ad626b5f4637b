-- What was asked in these tool calls of a run, what came of them, and whom did they start? Fills reading.transcript.
SELECT
    t.tool_call_id, t.tool, t.status, t.started_at, t.ended_at, t.input, length(t.input) AS input_length,
    left(coalesce(t.error, t.output), $most::BIGINT) AS output, length(coalesce(t.error, t.output)) AS output_length,
    t.task_id,
    (
        SELECT coalesce(list(a.agent_id ORDER BY a.agent_id), [])
        FROM agent_as_of($moment::TIMESTAMPTZ, $places::BIGINT[]) a
        WHERE a.conversation_key = $conversation_key AND a.spawned_by_tool_call_id = t.tool_call_id
    ) AS started_agent_ids
FROM tool_outcome_as_of($moment::TIMESTAMPTZ, $places::BIGINT[]) t
WHERE t.conversation_key = $conversation_key AND list_contains($ids::VARCHAR[], t.tool_call_id);
