-- How did a task come to where it stands? What expired and is not written down yet is not in it.
SELECT ordinal, from_status, to_status, moved_by, generation, round_id, reason, occurred_at, recorded_at
FROM task_transition
WHERE task_id = $task_id
ORDER BY ordinal
