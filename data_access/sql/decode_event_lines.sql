-- Which event does each line of this block hold, and is the line plain enough to trust the answer? (bulk load)
-- The engine is more lenient than JSON and takes any value as text: lines with such oddities are not plain and are
-- read in Python. `shape` stands for the fields of a line in their order; the importer judges it by an example.
CREATE OR REPLACE TEMP TABLE block_event AS
WITH decoded AS (
    SELECT line, text, TRY(json_transform(text, '{
        "conversation_id": "VARCHAR", "event_id": "VARCHAR", "agent_id": "VARCHAR", "thread_id": "VARCHAR",
        "task_id": "VARCHAR", "event_type": "VARCHAR", "phase": "VARCHAR", "severity": "VARCHAR",
        "occurred_at": "VARCHAR", "recorded_at": "VARCHAR", "summary": "VARCHAR", "payload": "JSON", "sequence": "JSON"
    }')) AS said
    FROM block_line
), typed AS (
    SELECT
        line, said,
        CASE WHEN said IS NOT NULL THEN hash(json_keys(text)) END AS shape,
        TRY_CAST(said.occurred_at AS TIMESTAMPTZ) AS occurred_at,
        TRY_CAST(said.recorded_at AS TIMESTAMPTZ) AS recorded_at,
        regexp_full_match(said.occurred_at, $zoned_time) AS occurred_zoned,
        regexp_full_match(said.recorded_at, $zoned_time) AS recorded_zoned,
        TRY_CAST(said.sequence AS BIGINT) AS sequence
    FROM decoded
)
SELECT
    line, shape, said.conversation_id, said.event_id, said.agent_id, said.thread_id, said.task_id, said.event_type,
    said.phase, said.severity, occurred_at, recorded_at,
    CASE WHEN occurred_zoned IS FALSE THEN 1 ELSE 0 END + CASE WHEN recorded_zoned IS FALSE THEN 1 ELSE 0 END
        AS naive_times,
    said.summary, said.payload, coalesce(sequence, line) AS sequence,
    coalesce(
        said.conversation_id <> '' AND said.event_id <> '' AND said.event_type <> ''
        AND (said.severity IS NULL OR said.severity IN ('info', 'warning', 'error'))
        AND (said.summary IS NULL OR length(said.summary) <= $summary_length)
        AND (said.sequence IS NULL OR sequence >= 0 AND regexp_full_match(said.sequence, '[0-9]+'))
        AND (said.payload IS NULL OR strlen(said.payload) < 2 * $depth_limit
             OR strlen(said.payload) - strlen(replace(replace(said.payload, '{', ''), '[', '')) < $depth_limit)
        AND (said.occurred_at IS NULL OR occurred_at IS NOT NULL
             AND (occurred_zoned OR regexp_full_match(said.occurred_at, $time)))
        AND (said.recorded_at IS NULL OR recorded_at IS NOT NULL
             AND (recorded_zoned OR regexp_full_match(said.recorded_at, $time))),
        FALSE
    ) AS is_plain
FROM typed
