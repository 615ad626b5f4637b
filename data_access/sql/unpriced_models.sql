-- Which models have calls of unknown cost, and how many? Of the calls that these files speak of, or of all.
SELECT coalesce(model, 'unknown') AS model, count(*) AS calls
FROM usage_call u
WHERE reported_cost_usd IS NULL
    AND NOT EXISTS (SELECT 1 FROM usage_cost k WHERE k.call_key = u.call_key AND k.is_current)
    AND (
        $file_ids::INTEGER[] IS NULL
        OR call_key IN (SELECT o.call_key FROM usage_observation o WHERE o.file_id IN (SELECT unnest($file_ids::INTEGER[])))
    )
GROUP BY ALL
ORDER BY model
