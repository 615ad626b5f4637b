-- What did the agents of a run do: operations that were recorded, and tool calls that may be some? Fills
-- reading.run_operations.
SELECT t.*, count(*) OVER () AS total
FROM operation_source($runs::VARCHAR[], $tools::VARCHAR[]) t
WHERE $agent_id::VARCHAR IS NULL OR t.agent_id = $agent_id
ORDER BY t.occurred_at NULLS LAST, t.is_derived, t.sequence, t.operation_id
LIMIT $limit
