-- How many calls were priced, and whose conversations are they?
SELECT count(*) AS priced, coalesce(list(DISTINCT u.conversation_key), []) AS conversation_keys
FROM priced_call p JOIN usage_call u USING (call_key)
