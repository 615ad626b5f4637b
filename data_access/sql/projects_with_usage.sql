-- Which projects have usage in this selection? Fills reading.money_basis.
SELECT DISTINCT c.project
FROM conversation_usage u
LEFT JOIN conversation c USING (conversation_key)
WHERE ($project::VARCHAR IS NULL OR c.project = $project)
    AND ($conversation_key::VARCHAR IS NULL OR u.conversation_key = $conversation_key)
ORDER BY c.project;
