-- Which incoming statements of spans are new, which of them are the first of their span? Fills `sifted_span`. No file
-- before $since_file_id brought a span of these traces.
CREATE OR REPLACE TEMP TABLE sifted_span AS
WITH met AS (
    SELECT conversation_key, observation_id, span_id
    FROM span
    WHERE file_id >= $since_file_id AND conversation_key IN (SELECT conversation_key FROM incoming_span)
), judged AS (
    SELECT
        s.place, s.conversation_key, s.observation_id, s.span_id, s.file_id, s.line,
        row_number() OVER (PARTITION BY s.conversation_key, s.observation_id ORDER BY s.file_id, s.line, s.place) = 1
        AND NOT EXISTS (
            SELECT 1 FROM met m WHERE m.conversation_key = s.conversation_key AND m.observation_id = s.observation_id
        ) AS is_new,
        row_number() OVER (PARTITION BY s.conversation_key, s.span_id ORDER BY s.file_id, s.line, s.place) = 1
        AND NOT EXISTS (
            SELECT 1 FROM met m WHERE m.conversation_key = s.conversation_key AND m.span_id = s.span_id
        ) AS is_first,
        s.conversation_key IN (SELECT conversation_key FROM met) AS is_met,
        min(s.observation_id) OVER (PARTITION BY s.conversation_key, s.span_id)
        <> max(s.observation_id) OVER (PARTITION BY s.conversation_key, s.span_id)
        OR EXISTS (
            SELECT 1 FROM met m
            WHERE m.conversation_key = s.conversation_key AND m.span_id = s.span_id AND m.observation_id <> s.observation_id
        ) AS has_several
    FROM incoming_span s
)
SELECT * FROM judged
