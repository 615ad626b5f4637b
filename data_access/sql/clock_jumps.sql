-- Where did the clock of an agent go back, in the order of its source? Fills reading.clock_jumps.
-- Rows a second or two out of order are no jump: several writers of one file. What a snapshot reports is compared
-- among itself only, for it may well be older than the lines before it.
SELECT occurred_at AS back_to, before_it AS back_from
FROM (
    SELECT
        e.occurred_at,
        lag(e.occurred_at) OVER (PARTITION BY e.agent_id, e.file_id, s.snapshot_id ORDER BY e.line, e.sequence) AS before_it
    FROM event e
    LEFT JOIN snapshot s ON s.conversation_key = e.conversation_key AND s.file_id = e.file_id AND s.line = e.line
    WHERE e.conversation_key = $conversation_key AND e.occurred_at IS NOT NULL
)
WHERE before_it > occurred_at + INTERVAL 2 SECOND
ORDER BY back_to, back_from;
