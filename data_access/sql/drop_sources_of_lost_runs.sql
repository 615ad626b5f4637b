-- Take out what was examined of runs that are no longer there.
DELETE FROM examined_source WHERE run NOT IN (SELECT run FROM operating_run)
