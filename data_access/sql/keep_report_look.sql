-- Keep which revision of a case's report somebody opened last.
INSERT OR REPLACE INTO report_look (owner_id, task_id, revision, before, newest, looked_at)
VALUES ($owner_id, $task_id, $revision, $before, $newest, $looked_at)
