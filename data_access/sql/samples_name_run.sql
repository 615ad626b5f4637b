-- Does a sample name this run? Fills reading.resource_use, of runs that are not on this desk.
SELECT count(*) > 0 AS is_named FROM resource_sample_told WHERE conversation = $conversation
