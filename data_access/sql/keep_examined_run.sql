-- Keep as of which change, and by what, a run was examined.
INSERT INTO examined_run (run, examined_by, mark) VALUES ($run, $examined_by, $mark)
ON CONFLICT (run) DO UPDATE SET examined_by = excluded.examined_by, mark = excluded.mark
