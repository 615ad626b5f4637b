-- Take out that runs were examined which are no longer there.
DELETE FROM examined_run WHERE run NOT IN (SELECT run FROM operating_run)
