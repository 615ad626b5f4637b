-- The map of a task stands so now; without a new summary the older one stays.
INSERT INTO progress_graph (task_id, updates, summary, graph, updated_at)
VALUES ($task_id, $updates, $summary, $graph, $at)
ON CONFLICT (task_id) DO UPDATE SET
    updates = excluded.updates, summary = coalesce(excluded.summary, progress_graph.summary), graph = excluded.graph,
    updated_at = excluded.updated_at
