-- Which of these runs are traces, to be settled anew? Begins the temporary list of this transaction.
CREATE OR REPLACE TEMP TABLE unsettled_trace AS
SELECT DISTINCT conversation_key FROM span WHERE conversation_key IN (SELECT unnest($conversation_keys::VARCHAR[]))
