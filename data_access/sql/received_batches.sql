-- Which of these batches are still there? A batch that was removed takes nothing more.
SELECT batch_id FROM import_batch WHERE batch_id IN (SELECT unnest($batch_ids::BIGINT[]))
