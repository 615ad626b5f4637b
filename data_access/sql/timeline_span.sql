-- Between which moments did something happen in a run, and how much has no time? Fills reading.timeline.timeline.
SELECT
    min(occurred_at) FILTER ($since::TIMESTAMPTZ IS NULL OR occurred_at >= $since) AS first_at,
    max(occurred_at) FILTER ($until::TIMESTAMPTZ IS NULL OR occurred_at < $until) AS last_at,
    count(*) FILTER (occurred_at IS NULL) AS undated_events
FROM event
WHERE conversation_key = $conversation_key AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[]);
