-- Forget which statements were the first of their span.
DROP VIEW first_span
