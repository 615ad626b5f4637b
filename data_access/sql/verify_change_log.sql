-- Does the change log hold every batch that stands in the ledger, and is it without gaps in its numbering order?
WITH logged AS (
    SELECT subject_id FROM audit WHERE action IN ('import_records', 'receive_spans') AND subject_kind = 'import_batch'
)
SELECT
    count(*) AS checked,
    count(*) FILTER (is_fault) AS faults,
    (list('batch ' || batch_id ORDER BY batch_id) FILTER (is_fault))[:5] AS examples
FROM (SELECT batch_id, batch_id::VARCHAR NOT IN (SELECT subject_id FROM logged) AS is_fault FROM import_batch)
