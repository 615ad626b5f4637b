-- Which newest revisions has somebody not signed off, the one published last first, after the last one given?
-- Fills contracts.sign_offs.ReportToSignOff.
WITH asked AS (
    SELECT *, count(*) OVER () AS total, epoch_us(published_at) AS published_us
    FROM signable_revision v
    WHERE NOT EXISTS (
        SELECT 1 FROM sign_off s
        WHERE s.task_id = v.task_id AND s.revision = v.revision AND s.state = 'valid' AND s.signer_id = $principal_id::VARCHAR
    )
)
SELECT
    a.task_id, a.case_title, a.origin, a.revision, a.stage, a.outcome, a.title, a.published_at, a.total, a.published_us,
    count(s.sign_off_id) FILTER (s.revision = a.revision AND s.verdict = 'reviewed') AS reviewed,
    count(s.sign_off_id) FILTER (s.revision = a.revision AND s.verdict = 'needs_work') AS needs_work,
    max(s.revision) FILTER (s.revision < a.revision AND s.signer_id = $principal_id::VARCHAR) AS yours_before
FROM asked a
LEFT JOIN sign_off s ON s.task_id = a.task_id AND s.state = 'valid'
WHERE $after_us::BIGINT IS NULL OR (-a.published_us, a.task_id) > (-$after_us::BIGINT, $after_task::VARCHAR)
GROUP BY ALL
ORDER BY a.published_us DESC, a.task_id
LIMIT $limit
