-- Which calls are merged after a part arrived: those named, and those of fresh conversations that are not fresh calls?
-- Fills `touched_call`.
CREATE OR REPLACE TEMP TABLE touched_call AS
SELECT DISTINCT call_key
FROM usage_observation
WHERE file_id >= $since_file_id AND conversation_key IN (SELECT unnest($conversation_keys::VARCHAR[]))
    AND call_key NOT IN (SELECT call_key FROM fresh_call)
UNION
SELECT unnest($call_keys::VARCHAR[])
