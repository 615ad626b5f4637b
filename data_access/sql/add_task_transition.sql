-- Keep a move of the state table.
INSERT INTO task_transition (
    task_id, ordinal, from_status, to_status, moved_by, generation, round_id, reason, occurred_at, recorded_at, principal_id
)
SELECT
    $task_id, 1 + (SELECT count(*) FROM task_transition WHERE task_id = $task_id), $from_status, $status, $moved_by,
    $generation, $round_id, $reason, $at, $recorded_at, $principal_id
