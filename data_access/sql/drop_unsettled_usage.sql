-- Make room for the usage of the traces that are settled.
DELETE FROM usage_observation WHERE conversation_key IN (SELECT conversation_key FROM unsettled_trace)
