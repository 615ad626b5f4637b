-- What is missing in a task, and what was missing? Fills reading.case_records.gaps_of_task.
SELECT gap_id, missing, why_it_matters, tried, is_open, closed_by
FROM data_gap
WHERE task_id = $task_id
ORDER BY ordinal
