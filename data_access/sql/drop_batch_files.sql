-- Takes the memberships of a batch out of the ledger.
DELETE FROM batch_file WHERE batch_id = $batch_id
