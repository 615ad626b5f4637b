-- What was to be shown in a task, in order, after the last one known? Fills reading.case_records.presentations_of_task.
SELECT presentation_id, ordinal, round_id, generation, kind, title, command, data, recorded_at
FROM presentation
WHERE task_id = $task_id AND ordinal > $after
ORDER BY ordinal
