-- Which batches are the demo's? Newest first; fills the removal of the demo.
SELECT batch_id FROM import_batch WHERE origin = 'demo' ORDER BY batch_id DESC
