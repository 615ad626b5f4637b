-- Does every content part belong to an event that is stored?
SELECT
    count(*) AS checked,
    count(*) FILTER (e.event_id IS NULL) AS faults,
    (list(p.conversation_key || ' ' || p.part_id ORDER BY ALL) FILTER (e.event_id IS NULL))[:5] AS examples
FROM content_part p
LEFT JOIN event e ON e.conversation_key = p.conversation_key AND e.event_id = p.event_id
