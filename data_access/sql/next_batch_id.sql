-- Which number does the next import batch get?
SELECT nextval('batch_id_sequence') AS batch_id
