-- Which calls does anything speak of? Fills `touched_call`, to merge all of them anew.
CREATE OR REPLACE TEMP TABLE touched_call AS
SELECT call_key FROM usage_observation
UNION
SELECT call_key FROM usage_call
