-- Record what is to be shown under the next number of its task.
INSERT INTO presentation (
    task_id, presentation_id, ordinal, round_id, generation, kind, title, command, data, recorded_at
)
SELECT
    $task_id, 'P-' || n.ordinal, n.ordinal, $round_id, $generation, $kind, $title, $command, $data, $at
FROM (SELECT 1 + coalesce(max(ordinal), 0) AS ordinal FROM presentation WHERE task_id = $task_id) n
RETURNING presentation_id
