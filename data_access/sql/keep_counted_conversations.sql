-- Store conversations that were counted where they were read (writing.fresh_traces), from `counted_conversation`.
INSERT INTO conversation BY NAME
SELECT * FROM counted_conversation
