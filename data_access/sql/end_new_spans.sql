-- Forget which statements of spans were to be stored.
DROP VIEW new_span
