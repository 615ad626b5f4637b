-- Which runs belong to which cases? Fills reading.runs.
SELECT DISTINCT conversation_key, task_id
FROM linked_run
ORDER BY conversation_key, task_id;
