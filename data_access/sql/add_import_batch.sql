-- What was imported, when, by whom, with which counts? Adds one batch.
INSERT INTO import_batch (batch_id, source, source_format, origin, principal_id, started_at, finished_at, counts)
VALUES ($batch_id, $source, $source_format, $origin, $principal_id, $started_at, $finished_at, $counts)
