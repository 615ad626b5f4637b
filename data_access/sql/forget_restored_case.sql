-- Forget which file brought a case.
DELETE FROM restored_case WHERE task_id = $task_id
