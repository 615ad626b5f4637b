-- Has a case a plan, and was anything to be shown in it? Fills reading.case_records.optional_views.
SELECT
    EXISTS (SELECT 1 FROM execution_plan WHERE task_id = $task_id) AS has_plan,
    EXISTS (SELECT 1 FROM presentation WHERE task_id = $task_id) AS has_presentations
