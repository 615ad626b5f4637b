-- How many rounds of each case are linked to an imported run? Fills reading.case_cost.linked_rounds.
SELECT task_id, count(DISTINCT round_id) AS linked
FROM round_link
GROUP BY task_id
