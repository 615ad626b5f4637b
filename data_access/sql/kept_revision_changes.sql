-- What is kept of what revisions changed, in one case or in all? Compared by reading.revision_changes.
SELECT
    task_id, revision, previous_revision, change_class, outcome_before, outcome_after, findings_added, findings_removed,
    findings_changed, gaps_opened, gaps_closed, evidence_added, evidence_removed, figures_changed, changed_share, open_gaps
FROM kept_change($task_id::VARCHAR, $rules::INTEGER)
ORDER BY task_id, revision
