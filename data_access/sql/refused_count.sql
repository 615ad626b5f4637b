-- How much was refused in these runs? Fills reading.agent_operations.
SELECT count(*) AS refusals
FROM refusal_in($runs::VARCHAR[])
WHERE ($agent_id::VARCHAR IS NULL OR agent_id = $agent_id)
    AND ($since::TIMESTAMPTZ IS NULL OR refused_at >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR refused_at < $until)
