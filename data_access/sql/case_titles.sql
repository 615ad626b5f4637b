-- What are these cases called? Fills reading.case_happenings.day_of_cases.
SELECT task_id, title FROM investigation_task WHERE list_contains($task_ids::VARCHAR[], task_id);
