-- How many tool calls and billed calls do these files speak of?
WITH files AS (SELECT unnest($file_ids::INTEGER[]) AS file_id)
SELECT
    (SELECT count(DISTINCT (conversation_key, tool_call_id)) FROM tool_observation
     WHERE part <> 'result' AND file_id IN (SELECT file_id FROM files)) AS tool_calls,
    (SELECT count(DISTINCT call_key) FROM usage_observation
     WHERE file_id IN (SELECT file_id FROM files)) AS usage_calls
