-- Note that something happened of which others are told, with the case as it stands.
INSERT INTO notice (notice_id, kind, task_id, case_title, origin, generation, subject_id, detail, occurred_at)
SELECT $notice_id, $kind, task_id, title, origin, generation, $subject_id, $detail, $at
FROM investigation_task
WHERE task_id = $task_id;
