-- The events of this block as rows: those the engine decoded and those that were read in Python. (bulk load)
CREATE OR REPLACE TEMP TABLE block_row AS
WITH event_row AS (
    SELECT
        k.conversation_key, e.event_id, e.agent_id, e.thread_id, e.task_id, e.event_type, e.phase, e.severity,
        e.occurred_at, e.recorded_at, e.naive_times > 0 AS time_is_naive, e.summary, e.payload, NULL::JSON AS extra,
        e.sequence, $file_id::INTEGER AS file_id, e.line
    FROM block_event e JOIN block_conversation k ON k.conversation_id = e.conversation_id
    UNION ALL BY NAME
    SELECT * FROM python_event
)
SELECT *, row_number() OVER (ORDER BY line, sequence) AS place FROM event_row
