-- A gap stands so now, new or known.
INSERT INTO data_gap (
    task_id, gap_id, ordinal, missing, why_it_matters, tried, is_open, opened_at, opened_revision, closed_at, closed_by
)
VALUES (
    $task_id, $gap_id, $ordinal, $missing, $why_it_matters, $tried, $is_open, $at, $revision,
    CASE WHEN $is_open THEN NULL ELSE $at::TIMESTAMPTZ END, $closed_by
)
ON CONFLICT (task_id, gap_id) DO UPDATE SET
    missing = excluded.missing, why_it_matters = excluded.why_it_matters, tried = excluded.tried, is_open = excluded.is_open,
    closed_at = coalesce(data_gap.closed_at, excluded.closed_at), closed_by = excluded.closed_by
