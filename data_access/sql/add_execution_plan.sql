-- Publish a revision of the plan of a task.
INSERT INTO execution_plan (
    task_id, revision, round_id, generation, schema_version, title, reason, nodes, edges, updated_at
)
VALUES ($task_id, $revision, $round_id, $generation, $schema_version, $title, $reason, $nodes, $edges, $at)
