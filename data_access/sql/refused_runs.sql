-- In which runs was something refused? Fills reading.refusals.
SELECT DISTINCT t.conversation_key AS run
FROM tool_observation t
JOIN conversation c ON c.conversation_key = t.conversation_key
WHERE t.status = 'denied'
    AND ($runs::VARCHAR[] IS NULL OR list_contains($runs, t.conversation_key))
    AND ($source_format::VARCHAR IS NULL OR c.source_format = $source_format)
UNION
SELECT o.run
FROM placed_operation o
LEFT JOIN conversation c ON c.conversation_key = o.conversation_key
WHERE o.result = 'denied'
    AND ($runs::VARCHAR[] IS NULL OR list_contains($runs, o.run))
    AND ($source_format::VARCHAR IS NULL OR c.source_format = $source_format)
ORDER BY run
