-- Takes a batch out of the ledger.
DELETE FROM import_batch WHERE batch_id = $batch_id
