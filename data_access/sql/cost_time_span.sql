-- When were the first and the last billed call that match? Fills reading.cost_over_time.cost_over_time.
SELECT min(m.occurred_at) AS first_at, max(m.occurred_at) AS last_at
FROM usage_call m
WHERE ($conversation_key::VARCHAR IS NULL OR m.conversation_key = $conversation_key)
    AND ($since::TIMESTAMPTZ IS NULL OR m.occurred_at >= $since);
