-- Which incoming statements are the first of their span? Begins `first_span`, in the order in which events are kept together.
CREATE OR REPLACE TEMP VIEW first_span AS
SELECT s.*
FROM incoming_span s
WHERE s.place IN (SELECT place FROM sifted_span WHERE is_first)
ORDER BY s.conversation_key, coalesce(s.started_at, s.ended_at), s.sequence
