-- How many runs were examined that are no longer there? Fills writing.examine_operations.
SELECT count(*) AS runs FROM examined_run WHERE run NOT IN (SELECT run FROM operating_run)
