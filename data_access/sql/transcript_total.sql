-- How many items has the dialogue, how many match, and how many of those come before a place? Fills reading.transcript.
SELECT
    count(*) AS total,
    count(*) FILTER (is_error) AS errors,
    count(*) FILTER (
        $place::VARCHAR IS NOT NULL
        AND (sort_at, sequence, rank, place) < ($sort_at::TIMESTAMPTZ, $sequence::BIGINT, $rank::BIGINT, $place)
    ) AS before_it
FROM transcript_item_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
WHERE conversation_key = $conversation_key
    AND ($agent_id::VARCHAR IS NULL OR list_contains(agent_ids, $agent_id))
    AND ($thread_id::VARCHAR IS NULL OR thread_id = $thread_id)
    AND (NOT $errors_only OR is_error)
    AND ($text::VARCHAR IS NULL OR contains(lower(searched), lower($text)));
