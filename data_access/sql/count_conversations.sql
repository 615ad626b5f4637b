-- What is known of each touched conversation, merged, with its counts? Fills the table conversation. No file before
-- $since_file_id spoke of any of them, so that what earlier files brought need not be looked through.
WITH held AS (
    SELECT
        m.file_id,
        CASE WHEN bool_or(b.origin = 'real') THEN 'real' ELSE min(b.origin) END AS origin
    FROM batch_file m
    JOIN import_batch b USING (batch_id)
    WHERE m.file_id >= $since_file_id
    GROUP BY m.file_id
), said AS (
    SELECT o.*, coalesce(o.observed_at, TIMESTAMPTZ '1970-01-01') AS said_at, h.origin
    FROM conversation_observation o
    LEFT JOIN held h USING (file_id)
    WHERE o.file_id >= $since_file_id AND o.conversation_key IN (SELECT conversation_key FROM touched_conversation)
), merged AS (
    SELECT
        conversation_key,
        any_value(conversation_id) AS conversation_id,
        any_value(source_format) AS source_format,
        CASE WHEN bool_or(origin = 'real') THEN 'real' ELSE coalesce(min(origin), 'real') END AS origin,
        coalesce(
            arg_max(purpose, (said_at, observation_id)) FILTER (purpose IS NOT NULL), 'ordinary_chat'
        ) AS purpose,
        arg_max(
            title,
            (title_rank, epoch_us(said_at) * (CASE WHEN title_rank >= 2 THEN 1 ELSE -1 END), line, observation_id)
        ) FILTER (title IS NOT NULL) AS title,
        arg_min(project, (said_at, observation_id)) FILTER (project IS NOT NULL) AS project,
        arg_max(parent_conversation_id, (said_at, observation_id))
            FILTER (parent_conversation_id IS NOT NULL) AS parent_conversation_id,
        arg_max(machine, (said_at, observation_id)) FILTER (machine IS NOT NULL) AS machine,
        arg_max(person, (said_at, observation_id)) FILTER (person IS NOT NULL) AS person
    FROM said
    GROUP BY conversation_key
), event_counts AS (
    SELECT
        conversation_key,
        count(*) AS events,
        min(occurred_at) AS first_at,
        max(occurred_at) AS last_at,
        count(*) FILTER (severity = 'error') AS errors
    FROM event
    WHERE file_id >= $since_file_id AND conversation_key IN (SELECT conversation_key FROM touched_conversation)
    GROUP BY conversation_key
), message_counts AS (
    SELECT conversation_key, count(*) AS messages, min(occurred_at) AS first_at, max(occurred_at) AS last_at
    FROM message
    WHERE file_id >= $since_file_id AND conversation_key IN (SELECT conversation_key FROM touched_conversation)
    GROUP BY conversation_key
), tool_counts AS (
    SELECT conversation_key, count(DISTINCT tool_call_id) AS tool_calls
    FROM tool_observation
    WHERE file_id >= $since_file_id AND conversation_key IN (SELECT conversation_key FROM touched_conversation)
    GROUP BY conversation_key
), agent_counts AS (
    SELECT conversation_key, count(DISTINCT agent_id) AS agents
    FROM (
        SELECT conversation_key, agent_id FROM agent_observation
        WHERE file_id >= $since_file_id AND conversation_key IN (SELECT conversation_key FROM touched_conversation)
        UNION ALL
        SELECT DISTINCT conversation_key, agent_id FROM event
        WHERE file_id >= $since_file_id AND agent_id IS NOT NULL
            AND conversation_key IN (SELECT conversation_key FROM touched_conversation)
    )
    GROUP BY conversation_key
), snapshot_times AS (
    SELECT conversation_key, min(captured_at) AS first_at, max(captured_at) AS last_at
    FROM snapshot
    WHERE file_id >= $since_file_id AND conversation_key IN (SELECT conversation_key FROM touched_conversation)
    GROUP BY conversation_key
), span_times AS (
    SELECT conversation_key, max(ended_at) AS last_at
    FROM span
    WHERE file_id >= $since_file_id AND conversation_key IN (SELECT conversation_key FROM touched_conversation)
    GROUP BY conversation_key
)
INSERT INTO conversation BY NAME
SELECT
    c.conversation_key,
    c.conversation_id,
    c.source_format,
    CASE c.source_format WHEN 'snapshot' THEN 'snapshot' WHEN 'otlp' THEN 'trace' ELSE 'log' END AS basis,
    c.origin,
    c.purpose,
    c.title,
    c.project,
    c.parent_conversation_id,
    NULL::VARCHAR AS parent_conversation_key,
    c.machine,
    c.person,
    least(e.first_at, m.first_at, s.first_at) AS first_at,
    greatest(e.last_at, m.last_at, s.last_at, p.last_at) AS last_at,
    coalesce(a.agents, 0) AS agents,
    coalesce(e.events, 0) AS events,
    coalesce(m.messages, 0) AS messages,
    coalesce(t.tool_calls, 0) AS tool_calls,
    coalesce(e.errors, 0) AS errors
FROM merged c
LEFT JOIN event_counts e USING (conversation_key)
LEFT JOIN message_counts m USING (conversation_key)
LEFT JOIN tool_counts t USING (conversation_key)
LEFT JOIN agent_counts a USING (conversation_key)
LEFT JOIN snapshot_times s USING (conversation_key)
LEFT JOIN span_times p USING (conversation_key)
