-- What is being imported, since when, by whom? Adds one batch; its counts follow when it is finished.
INSERT INTO import_batch (batch_id, source, source_format, origin, principal_id, started_at, finished_at, counts)
VALUES ($batch_id, $source, $source_format, $origin, $principal_id, $started_at, $started_at, '{}')
