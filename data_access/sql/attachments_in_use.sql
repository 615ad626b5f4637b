-- Which of these contents still belong to a file of some case?
SELECT DISTINCT name
FROM (SELECT unnest($names::VARCHAR[]) AS name)
WHERE name IN (SELECT attachment_hash FROM attachment UNION SELECT thumbnail_hash FROM attachment)
ORDER BY name
