-- Keep a piece of evidence under the next number of its task.
INSERT INTO evidence (
    task_id, evidence_id, ordinal, round_id, generation, title, source_kind, source, query, scope, window_from, window_until,
    observed_at, recorded_at, content_reference, content_hash, data, data_hash, summary, origin, is_truncated, truncation,
    state, state_at, corrects
)
SELECT
    $task_id, 'E-' || n.ordinal, n.ordinal, $round_id, $generation, $title, $source_kind, $source, $query, $scope, $window_from,
    $window_until, $observed_at, $at, $content_reference, $content_hash, $data, $data_hash, $summary, $origin, $is_truncated,
    $truncation, 'valid', $at, $corrects
FROM (SELECT 1 + coalesce(max(ordinal), 0) AS ordinal FROM evidence WHERE task_id = $task_id) n
RETURNING evidence_id
