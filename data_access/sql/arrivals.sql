-- From whom did something arrive last, and how much in all? Fills reading.arrivals.arrivals.
-- The machine and the person are those that a batch's runs name; several stand side by side.
WITH named AS (
    SELECT
        f.batch_id,
        string_agg(DISTINCT o.machine, ', ' ORDER BY o.machine) AS machine,
        string_agg(DISTINCT o.person, ', ' ORDER BY o.person) AS person
    FROM batch_file AS f
    JOIN conversation_observation AS o USING (file_id)
    WHERE o.machine IS NOT NULL OR o.person IS NOT NULL
    GROUP BY f.batch_id
)
SELECT
    b.principal_id,
    any_value(coalesce(p.name, v.name)) AS principal,
    n.machine,
    n.person,
    count(*) AS imports,
    sum(coalesce((b.counts ->> 'records')::BIGINT, 0))::BIGINT AS records,
    sum(coalesce((b.counts ->> 'events')::BIGINT, 0))::BIGINT AS events,
    sum(coalesce((b.counts ->> 'rejected')::BIGINT, 0))::BIGINT AS rejected,
    max(b.finished_at) AS last_at,
    max(b.batch_id) AS last_batch_id,
    arg_max(b.source_format, b.batch_id) AS last_format,
    count(*) OVER () AS total
FROM import_batch AS b
LEFT JOIN named AS n USING (batch_id)
LEFT JOIN principal AS p USING (principal_id)
LEFT JOIN viewer AS v ON v.viewer_id = b.principal_id
GROUP BY b.principal_id, n.machine, n.person
ORDER BY last_at DESC, last_batch_id DESC
LIMIT $limit;
