-- Which calls are to be merged besides? Adds to `touched_call`.
INSERT INTO touched_call
SELECT unnest($call_keys::VARCHAR [])
EXCEPT
SELECT call_key FROM touched_call
