-- How many operations match, and on what do they rest? Fills reading.agent_operations.
SELECT count(*) AS total, coalesce(list_sort(list_distinct(list(coalesce(basis, 'published')))), []) AS bases
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
