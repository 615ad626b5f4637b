-- Which traces had spans before, or have several statements of one span now? Fills store.span_load.
SELECT DISTINCT conversation_key FROM sifted_span WHERE is_new AND (is_met OR NOT is_first)
