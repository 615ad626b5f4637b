-- How does the map of a task stand? Fills reading.case_records.progress_of_task.
SELECT updates, summary, graph, legacy_source, updated_at
FROM progress_graph
WHERE task_id = $task_id
