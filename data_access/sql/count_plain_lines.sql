-- How many lines of this block are plain, and how many of their times say no zone? (bulk load)
SELECT count(*) AS lines, coalesce(sum(naive_times), 0)::BIGINT AS naive_times FROM block_event
