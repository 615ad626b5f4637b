-- Store the events of the plain lines of conversations that had none before this file. (bulk load)
-- The innermost type is replaced by the fields of the lines of the sample: a line with other, repeated or missing
-- fields gives NULL, as does one that is no JSON. In other ways the engine is lenient: such lines are not in here.
-- The filter rests on a volatile value, or it would be pushed down and decode every line several times.
INSERT INTO event
SELECT
    k.conversation_key, said.event_id, said.agent_id, said.thread_id, said.task_id, said.event_type, said.phase,
    said.severity, occurred_at, recorded_at, FALSE AS time_is_naive, said.summary, said.payload, NULL AS extra,
    coalesce(TRY_CAST(said.sequence AS BIGINT), line) AS sequence, $file_id::INTEGER AS file_id, line
FROM (
    SELECT
        line, said, occurred_at, recorded_at,
        random() >= 0 AND coalesce(
            said.event_id <> '' AND said.event_type <> ''
            AND (said.severity IS NULL OR said.severity IN ('info', 'warning', 'error'))
            AND (said.summary IS NULL OR length(said.summary) <= $summary_length)
            AND (said.sequence IS NULL OR regexp_full_match(said.sequence, '[0-9]{1,18}'))
            AND (said.payload IS NULL OR strlen(said.payload) < 2 * $depth_limit
                 OR strlen(said.payload) - strlen(replace(replace(said.payload, '{', ''), '[', '')) < $depth_limit)
            AND (said.occurred_at IS NULL
                 OR occurred_at IS NOT NULL AND regexp_full_match(said.occurred_at, $zoned_time))
            AND (said.recorded_at IS NULL
                 OR recorded_at IS NOT NULL AND regexp_full_match(said.recorded_at, $zoned_time)),
            FALSE
        ) AS is_plain
    FROM (
        SELECT
            line, said,
            TRY_CAST(said.occurred_at AS TIMESTAMPTZ) AS occurred_at,
            TRY_CAST(said.recorded_at AS TIMESTAMPTZ) AS recorded_at
        FROM (
            SELECT line, CAST(TRY(CAST(text AS STRUCT(event_id VARCHAR))) AS STRUCT(
                conversation_id VARCHAR, event_id VARCHAR, agent_id VARCHAR, thread_id VARCHAR, task_id VARCHAR,
                event_type VARCHAR, phase VARCHAR, severity VARCHAR, occurred_at VARCHAR, recorded_at VARCHAR,
                summary VARCHAR, payload JSON, sequence JSON
            )) AS said
            FROM block_line
        )
    )
)
JOIN block_conversation k ON k.conversation_id = said.conversation_id
WHERE is_plain
