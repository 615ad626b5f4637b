-- Which revisions has the plan of a task, the newest first? Fills reading.case_records.plans_of_task.
SELECT schema_version, revision, round_id, generation, title, reason, nodes, edges, updated_at
FROM execution_plan
WHERE task_id = $task_id
ORDER BY revision DESC
LIMIT $limit
