-- Does a sample of no known run give this name? Fills reading.resource_limits.
SELECT count(*) > 0 AS is_named FROM resource_use_in(NULL, $conversation, $tools::VARCHAR[]);
