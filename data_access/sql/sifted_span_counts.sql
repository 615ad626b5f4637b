-- How many incoming statements of spans are new, known, further ones of a known span, by file? Fills store.span_load.
SELECT
    file_id,
    count(*) FILTER (is_new) AS new,
    count(*) FILTER (NOT is_new) AS known,
    count(*) FILTER (is_new AND NOT is_first) AS further,
    count(*) FILTER (is_first) AS events
FROM sifted_span
GROUP BY file_id
