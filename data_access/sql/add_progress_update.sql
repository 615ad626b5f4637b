-- Keep an update of the map under the next number of its task.
INSERT INTO progress_update (task_id, ordinal, round_id, generation, summary, graph_update, recorded_at)
SELECT $task_id, 1 + count(*), $round_id, $generation, $summary, $graph_update, $at
FROM progress_update
WHERE task_id = $task_id
RETURNING ordinal
