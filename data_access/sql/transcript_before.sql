-- Which items of the dialogue come before a place, the nearest first? Fills reading.transcript.
SELECT kind, item_id, event_id, agent_id, thread_id, occurred_at, is_error, sort_at, sequence, rank, place
FROM transcript_item_as_of($moment::TIMESTAMPTZ, $places::BIGINT[])
WHERE conversation_key = $conversation_key
    AND ($agent_id::VARCHAR IS NULL OR list_contains(agent_ids, $agent_id))
    AND ($thread_id::VARCHAR IS NULL OR thread_id = $thread_id)
    AND (NOT $errors_only OR is_error)
    AND ($text::VARCHAR IS NULL OR contains(lower(searched), lower($text)))
    AND (
        $place::VARCHAR IS NULL
        OR (sort_at, sequence, rank, place) < ($sort_at::TIMESTAMPTZ, $sequence::BIGINT, $rank::BIGINT, $place)
    )
ORDER BY sort_at DESC, sequence DESC, rank DESC, place DESC
LIMIT $limit;
