-- Where does a text stand, in events, messages and titles of tasks, the newest first? Fills reading.search.
WITH found AS (
    SELECT
        'message' AS kind, conversation_key, message_id AS item_id, event_id, agent_id_of.agent_id, thread_id, NULL AS task_id,
        occurred_at, content AS text
    FROM message, LATERAL (SELECT CASE WHEN role IN ('assistant', 'agent') THEN sender ELSE recipient END AS agent_id) agent_id_of
    WHERE ($conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key)
        AND ($since::TIMESTAMPTZ IS NULL OR occurred_at >= $since) AND ($until::TIMESTAMPTZ IS NULL OR occurred_at < $until)
        AND contains(lower(content), lower($text))
    UNION ALL
    SELECT
        'event' AS kind, e.conversation_key, e.event_id AS item_id, e.event_id, e.agent_id, e.thread_id, e.task_id, e.occurred_at,
        if(contains(lower(e.summary), lower($text)), e.summary, e.payload::VARCHAR) AS text
    FROM event e
    WHERE ($conversation_key::VARCHAR IS NULL OR e.conversation_key = $conversation_key)
        AND ($since::TIMESTAMPTZ IS NULL OR e.occurred_at >= $since) AND ($until::TIMESTAMPTZ IS NULL OR e.occurred_at < $until)
        AND (contains(lower(e.summary), lower($text)) OR contains(lower(e.payload::VARCHAR), lower($text)))
        AND NOT EXISTS (
            SELECT 1 FROM message m
            WHERE m.conversation_key = e.conversation_key AND m.event_id = e.event_id AND contains(lower(m.content), lower($text))
        )
    UNION ALL
    SELECT
        'task' AS kind, conversation_key, task_id AS item_id, NULL AS event_id, agent_id, NULL AS thread_id, task_id,
        coalesce(started_at, observed_at) AS occurred_at, title AS text
    FROM task
    WHERE ($conversation_key::VARCHAR IS NULL OR conversation_key = $conversation_key)
        AND ($since::TIMESTAMPTZ IS NULL OR coalesce(started_at, observed_at) >= $since)
        AND ($until::TIMESTAMPTZ IS NULL OR coalesce(started_at, observed_at) < $until)
        AND contains(lower(title), lower($text))
), placed AS (
    SELECT
        *, coalesce(occurred_at, TIMESTAMPTZ '0001-01-01 00:00:00+00') AS sort_at, count(*) OVER () AS total,
        greatest(strpos(lower(text), lower($text)) - 80, 1) AS begins
    FROM found
)
SELECT
    p.kind, c.conversation_id, p.conversation_key, c.title AS run_title, c.basis, p.item_id, p.event_id, p.agent_id, p.thread_id,
    p.task_id, p.occurred_at, substr(p.text, p.begins, 240) AS excerpt, p.begins > 1 AS is_cut_before,
    length(p.text) >= p.begins + 240 AS is_cut_after, p.sort_at, p.total
FROM placed p JOIN conversation c ON c.conversation_key = p.conversation_key
WHERE $after_id::VARCHAR IS NULL
    OR (p.sort_at, p.kind, p.conversation_key, p.item_id)
        < ($after_at::TIMESTAMPTZ, $after_kind::VARCHAR, $after_conversation::VARCHAR, $after_id)
ORDER BY p.sort_at DESC, p.kind DESC, p.conversation_key DESC, p.item_id DESC
LIMIT $limit;
