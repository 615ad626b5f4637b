-- Which calls do the files that are taken out speak of? Fills `touched_call`, before their rows are removed.
CREATE OR REPLACE TEMP TABLE touched_call AS
SELECT DISTINCT call_key
FROM usage_observation
WHERE file_id IN (SELECT file_id FROM doomed_file)
