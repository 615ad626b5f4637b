-- What stands on the newest todo list of each agent of a run, and how often was it written? Fills reading.todos.
WITH written AS (
    SELECT
        agent_id, list_id, max(observed_at) AS observed_at, max(sequence) AS sequence,
        count(*) OVER (PARTITION BY agent_id) AS versions
    FROM todo
    WHERE conversation_key = $conversation_key
        AND known_as_of(observed_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
    GROUP BY agent_id, list_id
), newest AS (
    SELECT *
    FROM written
    QUALIFY row_number() OVER (PARTITION BY agent_id ORDER BY observed_at DESC NULLS LAST, sequence DESC, list_id) = 1
)
SELECT n.agent_id, n.observed_at, n.versions, t.content, t.status, (SELECT count(*) FROM newest) AS total
FROM newest n
JOIN todo t ON t.conversation_key = $conversation_key AND t.list_id = n.list_id AND t.agent_id IS NOT DISTINCT FROM n.agent_id
ORDER BY n.observed_at DESC NULLS LAST, n.agent_id NULLS LAST, t.ordinal, t.todo_id
LIMIT $limit;
