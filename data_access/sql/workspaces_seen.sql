-- What did the newest look at each repository find? Fills reading.stored_workspaces.
WITH held AS (
    SELECT m.file_id, CASE WHEN bool_or(b.origin = 'real') THEN 'real' ELSE min(b.origin) END AS origin
    FROM batch_file m
    JOIN import_batch b USING (batch_id)
    GROUP BY m.file_id
), newest AS (
    SELECT
        w.*, coalesce(h.origin, 'real') AS origin,
        max(w.observed_at) OVER (PARTITION BY w.conversation_key) = w.observed_at AS is_newest
    FROM workspace_observation w
    LEFT JOIN held h USING (file_id)
    WHERE ($repository::VARCHAR IS NULL OR w.conversation_key = $repository OR w.repository = $repository)
)
SELECT conversation_key AS repository_key, machine, repository, told, origin, file_id, line, count(*) OVER () AS total
FROM newest
WHERE is_newest
ORDER BY repository, machine, file_id, line
LIMIT $most;
