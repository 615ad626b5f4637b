-- Forgets the temporary list of conversations to be counted anew.
DROP TABLE touched_conversation
