-- Which snapshot of a run counts at a moment, and where do those stand that were there? Fills reading.run_as_of.
SELECT
    max(captured_at) FILTER ($at::TIMESTAMPTZ IS NULL OR captured_at <= $at) AS snapshot_at,
    min(captured_at) AS first_at,
    count(*) FILTER ($at::TIMESTAMPTZ IS NULL OR captured_at <= $at) AS snapshots,
    coalesce(list(file_id::BIGINT * 4294967296 + line) FILTER (captured_at <= $at::TIMESTAMPTZ), []) AS places
FROM snapshot
WHERE conversation_key = $conversation_key;
