-- What are the tasks of a run called? Fills the labels of reading.timeline.timeline.
SELECT task_id AS value, title AS label FROM task WHERE conversation_key = $conversation_key AND title IS NOT NULL;
