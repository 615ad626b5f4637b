-- On what kinds of source do the runs asked for rest? Fills the basis of reading.across_runs.
SELECT DISTINCT basis
FROM runs_asked($conversation_key::VARCHAR, $project::VARCHAR, $source_format::VARCHAR, $origin::VARCHAR)
ORDER BY basis;
