-- Store the events of the plain lines of conversations that had none before this file. (bulk load)
-- The engine is more lenient than JSON and takes any value as text: a line with an oddity stays out and is looked at
-- again. The filter rests on a volatile value, or it would be pushed down and decode every line several times.
INSERT INTO event
SELECT
    k.conversation_key, said.event_id, said.agent_id, said.thread_id, said.task_id, said.event_type, said.phase,
    said.severity, occurred_at, recorded_at, FALSE AS time_is_naive, said.summary, said.payload, NULL AS extra,
    line AS sequence, $file_id::INTEGER AS file_id, line
FROM (
    SELECT
        line, said, occurred_at, recorded_at,
        random() >= 0 AND coalesce(
            said.event_id <> '' AND said.event_type <> '' AND said.sequence IS NULL
            AND (said.severity IS NULL OR said.severity IN ('info', 'warning', 'error'))
            AND (said.summary IS NULL OR length(said.summary) <= $summary_length)
            AND (said.payload IS NULL OR strlen(said.payload) < 2 * $depth_limit
                 OR strlen(said.payload) - strlen(replace(replace(said.payload, '{', ''), '[', '')) < $depth_limit)
            AND (said.occurred_at IS NULL
                 OR occurred_at IS NOT NULL AND regexp_full_match(said.occurred_at, $zoned_time))
            AND (said.recorded_at IS NULL
                 OR recorded_at IS NOT NULL AND regexp_full_match(said.recorded_at, $zoned_time))
            AND list_contains($shapes::UBIGINT[], hash(json_keys(CASE WHEN said IS NOT NULL THEN text END))),
            FALSE
        ) AS is_plain
    FROM (
        SELECT
            line, text, said,
            TRY_CAST(said.occurred_at AS TIMESTAMPTZ) AS occurred_at,
            TRY_CAST(said.recorded_at AS TIMESTAMPTZ) AS recorded_at
        FROM (
            SELECT line, text, TRY(json_transform(text, '{
                "conversation_id": "VARCHAR", "event_id": "VARCHAR", "agent_id": "VARCHAR", "thread_id": "VARCHAR",
                "task_id": "VARCHAR", "event_type": "VARCHAR", "phase": "VARCHAR", "severity": "VARCHAR",
                "occurred_at": "VARCHAR", "recorded_at": "VARCHAR", "summary": "VARCHAR", "payload": "JSON",
                "sequence": "JSON"
            }')) AS said
            FROM block_line
        )
    )
)
JOIN block_conversation k ON k.conversation_id = said.conversation_id
WHERE is_plain
