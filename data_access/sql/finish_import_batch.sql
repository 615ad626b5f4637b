-- What did a batch bring? Sets its counts, in the transaction that began it.
UPDATE import_batch SET finished_at = $finished_at, counts = $counts WHERE batch_id = $batch_id
