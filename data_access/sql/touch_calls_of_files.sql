-- Which calls do the rows of these files speak of? Fills `touched_call` for the merge.
CREATE OR REPLACE TEMP TABLE touched_call AS
SELECT DISTINCT call_key
FROM usage_observation
WHERE file_id IN (SELECT unnest($file_ids::INTEGER []))
