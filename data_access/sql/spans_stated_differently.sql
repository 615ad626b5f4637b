-- Which incoming spans have several statements, together with those in the store? Fills store.span_load.
SELECT DISTINCT conversation_key, span_id FROM sifted_span WHERE has_several
