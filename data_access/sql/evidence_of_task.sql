-- What evidence does a task have, and which reports cite each piece? Fills reading.case_records.evidence_of_task.
SELECT
    e.evidence_id, e.round_id, e.generation, e.title, e.source_kind, e.source, e.query, e.scope, e.window_from, e.window_until,
    e.observed_at, e.recorded_at, e.summary, e.content_reference, e.content_hash, e.data, e.data_hash, e.origin, e.is_truncated,
    e.truncation, e.state, e.state_at, e.state_reason, e.corrects, e.corrected_by,
    coalesce(
        (SELECT list(v.revision ORDER BY v.revision) FROM report_revision v
        WHERE v.task_id = e.task_id AND list_contains(v.evidence_ids::VARCHAR[], e.evidence_id)), []
    ) AS cited_in
FROM evidence e
WHERE e.task_id = $task_id AND ($evidence_id::VARCHAR IS NULL OR e.evidence_id = $evidence_id)
ORDER BY e.ordinal
