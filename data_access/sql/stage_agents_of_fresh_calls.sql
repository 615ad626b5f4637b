-- Which agents of the fresh calls did a tool call spawn? Fills `agent_of_fresh_call` with what was said of them: all that
-- is stored would take longer with every commit. No file before $since_file_id spoke of any of them.
CREATE OR REPLACE TEMP TABLE agent_of_fresh_call AS
SELECT *
FROM agent_observation
WHERE file_id >= $since_file_id AND spawned_by_tool_call_id IS NOT NULL
    AND conversation_key IN (SELECT conversation_key FROM fresh_call)
