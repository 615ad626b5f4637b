-- What are these agents called, where one name is given to an id in every run? Fills reading.agent_operations.
SELECT agent_id, any_value(name) AS name
FROM agent
WHERE list_contains($agent_ids::VARCHAR[], agent_id)
GROUP BY agent_id
HAVING count(DISTINCT name) = 1
