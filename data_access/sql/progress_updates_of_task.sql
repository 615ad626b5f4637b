-- By which updates did the map of a task grow, in order? Fills reading.case_records.progress_updates_of_task.
SELECT ordinal, round_id, generation, summary, graph_update, recorded_at
FROM progress_update
WHERE task_id = $task_id
ORDER BY ordinal
