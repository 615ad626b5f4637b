-- Which conversations must be counted anew? Adds to the temporary list of this transaction.
INSERT INTO touched_conversation
SELECT DISTINCT unnest($conversation_keys::VARCHAR[])
EXCEPT
SELECT conversation_key FROM touched_conversation
