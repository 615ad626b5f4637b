-- Who took part in a run, below whom, and how much did they do? Fills reading.topology.
-- Agents are those a source describes and those it only names on an event.
WITH happened AS (
    SELECT
        agent_id, count(*) AS events, count(*) FILTER (severity = 'error') AS errors, min(occurred_at) AS first_at,
        max(occurred_at) AS last_at
    FROM event
    WHERE conversation_key = $conversation_key AND agent_id IS NOT NULL
        AND known_as_of(occurred_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    GROUP BY agent_id
), described AS (
    SELECT * FROM agent_as_of($moment::TIMESTAMPTZ, $places::BIGINT[]) WHERE conversation_key = $conversation_key
)
SELECT
    coalesce(d.agent_id, h.agent_id) AS native_id, d.name AS label, d.role, d.parent_agent_id AS parent_id,
    coalesce(h.events, 0) AS events, coalesce(h.errors, 0) AS errors, h.first_at, h.last_at
FROM described d FULL JOIN happened h ON h.agent_id = d.agent_id
ORDER BY h.first_at NULLS LAST, native_id;
