-- What can the runs of this desk be filtered by? Fills reading.runs.run_filter_options.
SELECT
    (SELECT coalesce(list(DISTINCT project ORDER BY project) FILTER (project IS NOT NULL), []) FROM conversation) AS projects,
    (SELECT coalesce(list(DISTINCT source_format ORDER BY source_format), []) FROM conversation) AS source_formats,
    (SELECT coalesce(list(DISTINCT origin ORDER BY origin), []) FROM conversation) AS origins,
    (SELECT coalesce(list(DISTINCT model ORDER BY model) FILTER (model IS NOT NULL), []) FROM usage_call) AS models;
