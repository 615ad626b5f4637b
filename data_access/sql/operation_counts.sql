-- How many operations have each value of what they can be filtered by? Fills reading.agent_operations.
WITH told AS (
    SELECT
        *,
        list_filter(
            [
                if(is_denied_but_done, 'denied', NULL), if(is_unapproved, 'unapproved', NULL),
                if(is_outside_zone, 'outside_zone', NULL), if(is_approval_unknown, 'approval_unknown', NULL)
            ],
            lambda one: one IS NOT NULL
        ) AS breaches
    FROM examined_operation_in(
        $judge::VARCHAR, $runs::VARCHAR[], $agent_id::VARCHAR, $source_format::VARCHAR, $since::TIMESTAMPTZ, $until::TIMESTAMPTZ
    )
), counted AS (
    SELECT
        CASE
            WHEN grouping(verdict, zone) = 0 THEN 'zone_verdicts'
            WHEN grouping(verdict) = 0 THEN 'verdicts'
            WHEN grouping(zone) = 0 THEN 'zones'
            WHEN grouping(capability) = 0 THEN 'capabilities'
            WHEN grouping(operation) = 0 THEN 'kinds'
            WHEN grouping(approved_by) = 0 THEN 'approvals'
            WHEN grouping(result) = 0 THEN 'results'
            WHEN grouping(breaches) = 0 THEN 'breaches'
            WHEN grouping(source_format) = 0 THEN 'sources'
            WHEN grouping(agent_id) = 0 THEN 'agents'
            ELSE 'all'
        END AS field,
        coalesce(zone, capability, operation, approved_by, result, source_format, agent_id) AS value,
        verdict, breaches, count(*) AS operations, count(*) FILTER (is_breach) AS violations,
        count(*) FILTER (is_derived) AS derived, count(DISTINCT run) AS runs
    FROM told
    GROUP BY GROUPING SETS (
        (), (verdict, zone), (verdict), (zone), (capability), (operation), (approved_by), (result), (breaches), (source_format),
        (agent_id)
    )
)
SELECT *
FROM counted
ORDER BY field, operations DESC, value NULLS LAST, verdict, breaches
