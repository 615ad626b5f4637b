-- Keep the usage of conversations as it stands, to compare it with a recount.
CREATE OR REPLACE TEMP TABLE kept_conversation_usage AS FROM conversation_usage
