-- Which files were given on this desk, small pictures among them? A case that came from elsewhere came without its files.
SELECT DISTINCT name
FROM (
    SELECT unnest([attachment_hash, thumbnail_hash]) AS name
    FROM attachment
    WHERE task_id NOT IN (SELECT task_id FROM restored_case)
)
WHERE name IS NOT NULL
ORDER BY name
