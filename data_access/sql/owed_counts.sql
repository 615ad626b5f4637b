-- How much is owed of each kind, by anybody, by one person, by nobody in particular? Fills contracts.inbox.OwedCount.
SELECT
    kind, count(*) AS items,
    count(*) FILTER (owed_to(assignee, claimed_by, $person::VARCHAR, $principal_id::VARCHAR)) AS mine,
    count(*) FILTER (assignee IS NULL) AS unassigned,
    min(since_at) AS oldest_at
FROM owed_as_of($moment::TIMESTAMPTZ)
GROUP BY kind
ORDER BY kind
