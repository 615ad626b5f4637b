-- Which conversations must be counted anew? Begins the temporary list of this transaction.
CREATE OR REPLACE TEMP TABLE touched_conversation (conversation_key VARCHAR)
