-- Which cases have rounds of which no run is known? Fills reading.cost.cost_by.
SELECT DISTINCT r.task_id
FROM investigation_round r
WHERE NOT EXISTS (SELECT 1 FROM round_stretch s WHERE s.task_id = r.task_id AND s.round_id = r.round_id)
ORDER BY r.task_id
