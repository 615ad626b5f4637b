-- Which incoming statements of spans are to be stored, and which of them are the first of their span? Begins `new_span`,
-- in the order in which they are kept together, and `first_span`.
CREATE OR REPLACE TEMP VIEW new_span AS
SELECT s.*, CASE WHEN NOT f.is_first THEN s.payload END AS kept_payload
FROM incoming_span s
JOIN sifted_span f ON f.place = s.place
WHERE f.is_new
ORDER BY s.conversation_key, coalesce(s.started_at, s.ended_at), s.span_id;
CREATE OR REPLACE TEMP VIEW first_span AS
SELECT s.*
FROM incoming_span s
WHERE s.place IN (SELECT place FROM sifted_span WHERE is_first)
ORDER BY s.conversation_key, coalesce(s.started_at, s.ended_at), s.sequence
