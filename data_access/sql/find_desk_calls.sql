-- Which of the desk's $calls stand in the touched logs, by their own request id? Fills the table desk_call_in_log. No file
-- before $since_file_id spoke of any of them.
INSERT INTO desk_call_in_log BY NAME
SELECT
    conversation_key, agent_id, event_id, sequence, started_at AS occurred_at,
    called AS call,
    regexp_extract(input, '"request_id"\s*:\s*"((?:[^"\\]|\\.)+)"', 1) AS request_id,
    regexp_extract(input, '"task_id"\s*:\s*"((?:[^"\\]|\\.)+)"', 1) AS task_id
FROM (
    SELECT *, regexp_extract(tool, '(^|[^a-z])([a-z]+(?:_[a-z]+)*)$', 2) AS called
    FROM tool_observation
    WHERE file_id >= $since_file_id AND conversation_key IN (SELECT conversation_key FROM touched_conversation)
        AND input IS NOT NULL AND started_at IS NOT NULL
)
WHERE list_contains($calls::VARCHAR[], called)
