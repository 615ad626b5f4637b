-- Which incoming statements of spans are to be stored? Begins `new_span`, in the order in which they are kept together.
CREATE OR REPLACE TEMP VIEW new_span AS
SELECT s.*, CASE WHEN NOT f.is_first THEN s.payload END AS kept_payload
FROM incoming_span s
JOIN sifted_span f ON f.place = s.place
WHERE f.is_new
ORDER BY s.conversation_key, coalesce(s.started_at, s.ended_at), s.span_id
