-- How many imports does the ledger hold? Fills reading.imports.import_batches.
SELECT count(*) AS total FROM import_batch;
