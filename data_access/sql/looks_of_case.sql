-- What did the newest look find at each repository that a case, its runs or its bundle name? Fills reading.case_bundle.
WITH folder AS (
    SELECT project AS path FROM investigation_task WHERE task_id = $task_id
    UNION
    SELECT unnest([c.project, o.extra ->> '$.cwd'])
    FROM linked_run l
    JOIN conversation c USING (conversation_key)
    LEFT JOIN conversation_observation o USING (conversation_key)
    WHERE l.task_id = $task_id
), wanted AS (
    SELECT conversation_key FROM workspace_observation WHERE repository IN (FROM folder)
    UNION
    SELECT w.conversation_key
    FROM workspace_observation w
    JOIN restored_record r ON r.table_name = 'workspace_observation' AND r.record_hash = w.observation_id
    WHERE r.task_id = $task_id
), newest AS (
    SELECT *, max(observed_at) OVER (PARTITION BY conversation_key) = observed_at AS is_newest
    FROM workspace_observation
    WHERE conversation_key IN (FROM wanted)
)
SELECT machine, told FROM newest WHERE is_newest ORDER BY repository, machine, file_id, line
