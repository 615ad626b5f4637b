-- How many tool calls do these files speak of? A result alone belongs to a call that was counted before.
SELECT count(DISTINCT (conversation_key, tool_call_id)) AS tool_calls
FROM tool_observation
WHERE part <> 'result' AND file_id IN (SELECT unnest($file_ids::INTEGER[]))
