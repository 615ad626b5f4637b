-- Keep what a revision changed against the one before it; what was kept of it earlier is told no more.
INSERT OR REPLACE INTO revision_change (
    task_id, revision, previous_revision, change_class, outcome_before, outcome_after, findings_added, findings_removed,
    findings_changed, gaps_opened, gaps_closed, evidence_added, evidence_removed, figures_changed, changed_share, open_gaps, rules
)
VALUES (
    $task_id, $revision, $previous_revision, $change_class, $outcome_before, $outcome_after, $findings_added, $findings_removed,
    $findings_changed, $gaps_opened, $gaps_closed, $evidence_added, $evidence_removed, $figures_changed, $changed_share,
    $open_gaps, $rules
)
