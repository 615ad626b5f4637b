-- What did agents do, the newest or the oldest first, after the last one given? Fills reading.agent_operations. What has
-- no time comes last.
WITH matching AS (
    SELECT *, if($order = 'oldest', epoch_us(occurred_at), -epoch_us(occurred_at)) AS sort_number
    FROM examined_operation_in(
        $judge::VARCHAR, $runs::VARCHAR[], $agent_id::VARCHAR, $source_format::VARCHAR, $since::TIMESTAMPTZ, $until::TIMESTAMPTZ
    ) o
    WHERE
        ($operation::VARCHAR IS NULL OR o.operation = $operation)
    AND ($zone::VARCHAR IS NULL OR coalesce(o.zone, 'none') = $zone)
    AND ($capability::VARCHAR IS NULL OR o.capability = $capability)
    AND ($verdict::VARCHAR IS NULL OR o.verdict = $verdict)
    AND ($approved_by::VARCHAR IS NULL OR coalesce(o.approved_by, 'not_said') = $approved_by)
    AND ($result::VARCHAR IS NULL OR coalesce(o.result, 'not_known') = $result)
    AND ($told_as::VARCHAR IS NULL OR if(o.is_derived, 'derived', 'recorded') = $told_as)
    AND CASE $breach::VARCHAR
        WHEN 'any' THEN o.is_breach
        WHEN 'denied' THEN o.is_denied_but_done
        WHEN 'unapproved' THEN o.is_unapproved
        WHEN 'outside_zone' THEN o.is_outside_zone
        WHEN 'approval_unknown' THEN o.is_approval_unknown
        ELSE TRUE
    END
), page AS (
    SELECT *
    FROM matching
    WHERE $after_operation::VARCHAR IS NULL
        OR (sort_number IS NULL, coalesce(sort_number, 0), run, operation_id)
            > ($after_number::BIGINT IS NULL, coalesce($after_number::BIGINT, 0), $after_run::VARCHAR, $after_operation)
    ORDER BY sort_number NULLS LAST, run, operation_id
    LIMIT $limit
)
SELECT p.*, coalesce(a.name, a.role, p.agent_id) AS agent
FROM page p
LEFT JOIN agent a ON a.conversation_key = p.conversation_key AND a.agent_id = p.agent_id
ORDER BY p.sort_number NULLS LAST, p.run, p.operation_id
