-- Make room for the reported totals of the traces that are settled.
DELETE FROM reported_total WHERE conversation_key IN (SELECT conversation_key FROM unsettled_trace)
