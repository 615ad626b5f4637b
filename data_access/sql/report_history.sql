-- Which revisions has a report, the newest first, with what is kept of what each changed? No text of a report is read.
-- Fills reading.report_history.
SELECT
    r.revision, r.generation, r.round_id, r.stage, r.outcome, r.title, r.reason, r.corrects_revision, r.published_at, r.kept_in,
    t.origin,
    EXISTS (
        SELECT 1 FROM evidence e
        WHERE e.task_id = r.task_id AND e.origin = 'synthetic' AND list_contains(r.evidence_ids::VARCHAR[], e.evidence_id)
    ) AS cites_synthetic,
    lag(r.revision) OVER w AS previous_revision,
    coalesce(date_trunc('second', r.published_at) = date_trunc('second', lag(r.published_at) OVER w), FALSE)
    OR coalesce(date_trunc('second', r.published_at) = date_trunc('second', lead(r.published_at) OVER w), FALSE) AS shares_second,
    k.open_gaps, k.change_class, k.outcome_before, k.outcome_after, k.findings_added, k.findings_removed, k.findings_changed,
    k.gaps_opened, k.gaps_closed, k.evidence_added, k.evidence_removed, k.figures_changed, k.changed_share
FROM report_revision r
JOIN investigation_task t ON t.task_id = r.task_id
LEFT JOIN kept_change($task_id::VARCHAR, $rules::INTEGER) k ON k.task_id = r.task_id AND k.revision = r.revision
WHERE r.task_id = $task_id
WINDOW w AS (ORDER BY r.revision)
ORDER BY r.revision DESC
