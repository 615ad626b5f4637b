-- Keep the conversations as they stand, to compare them with a recount.
CREATE OR REPLACE TEMP TABLE kept_conversation AS FROM conversation
