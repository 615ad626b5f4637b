-- Keep a new task, queued.
INSERT INTO investigation_task (
    task_id, title, description, project, origin, status, status_at, generation, created_at, created_by, updated_at
)
VALUES ($task_id, $title, $description, $project, $origin, 'queued', $at, 1, $at, $principal_id, $at)
