-- Which incoming statements of spans are the first of their kind, where the store has none of their traces? Fills
-- `sifted_span`, without a look at what is stored.
CREATE OR REPLACE TEMP TABLE sifted_span AS
SELECT
    place, conversation_key, observation_id, span_id, file_id, line,
    row_number() OVER (PARTITION BY conversation_key, observation_id ORDER BY file_id, line, place) = 1 AS is_new,
    row_number() OVER (PARTITION BY conversation_key, span_id ORDER BY file_id, line, place) = 1 AS is_first,
    FALSE AS is_met,
    min(observation_id) OVER (PARTITION BY conversation_key, span_id) <> max(observation_id) OVER (PARTITION BY conversation_key, span_id)
        AS has_several
FROM incoming_span
