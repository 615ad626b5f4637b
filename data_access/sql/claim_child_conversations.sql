-- Which runs does the log of another run claim, as its sub-agents' or as what goes on there? Sets the parent of each run
-- whose own log names none, and takes away one that nobody claims any more. A claim (`child_run`, `child_file` in the
-- extra fields of a conversation) names the run, else the file beside the one it stands in.
UPDATE conversation
SET parent_conversation_id = found.parent_id, parent_conversation_key = NULL
FROM (
    WITH placed AS (
        SELECT conversation_key, observation_id, file_id FROM conversation_observation
        UNION ALL
        SELECT conversation_key, row_id, file_id FROM also_in WHERE table_name = 'conversation_observation'
    ), claim AS (
        SELECT
            o.conversation_key AS parent_key, o.observation_id, o.conversation_id AS parent_id, o.source_format,
            o.extra ->> '$.child_run' AS child_run, o.extra ->> '$.child_file' AS child_file
        FROM conversation_observation o
        WHERE o.parent_conversation_id IS NULL AND contains(o.extra::VARCHAR, '"child_')
    ), claimed AS (
        SELECT k.parent_key, k.parent_id, c.conversation_key AS child_key
        FROM claim k
        JOIN conversation c ON c.source_format = k.source_format AND c.conversation_id = k.child_run
        UNION
        SELECT k.parent_key, k.parent_id, b.conversation_key AS child_key
        FROM claim k
        JOIN placed a ON a.conversation_key = k.parent_key AND a.observation_id = k.observation_id
        JOIN import_file f ON f.file_id = a.file_id
        JOIN import_file g
            ON g.source_format = f.source_format
            AND g.location = regexp_replace(f.location, '[^/:]*$', '') || k.child_file
        JOIN placed b ON b.file_id = g.file_id
        WHERE k.child_file IS NOT NULL
    ), told AS (
        SELECT DISTINCT conversation_key FROM conversation_observation WHERE parent_conversation_id IS NOT NULL
    ), parent AS (
        SELECT child_key, arg_min(parent_id, parent_key) AS parent_id
        FROM claimed
        WHERE child_key <> parent_key
        GROUP BY child_key
    )
    SELECT c.conversation_key, p.parent_id
    FROM conversation c
    LEFT JOIN parent p ON p.child_key = c.conversation_key
    WHERE c.conversation_key NOT IN (SELECT conversation_key FROM told)
        AND c.parent_conversation_id IS DISTINCT FROM p.parent_id
) found
WHERE conversation.conversation_key = found.conversation_key
