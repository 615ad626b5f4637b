-- What is stated as the result of a task, the newest first? Fills reading.task_evidence.
-- Snapshots repeat themselves: a result stands here from when it was first stated until another was.
WITH stated AS (
    SELECT
        status, summary, output, evidence, modified_files, git_diff_summary, isolation, observed_at, sequence, observation_id,
        struct_pack(status, summary, output, evidence, modified_files, git_diff_summary, isolation) AS whole,
        lag(whole) OVER (ORDER BY observed_at NULLS FIRST, sequence, observation_id) AS before_it
    FROM task_result_observation
    WHERE conversation_key = $conversation_key AND task_id = $task_id
        AND known_as_of(observed_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
)
SELECT
    status, summary, output, evidence, modified_files, git_diff_summary, isolation, observed_at, count(*) OVER () AS total
FROM stated
WHERE before_it IS NULL OR whole IS DISTINCT FROM before_it
ORDER BY observed_at DESC NULLS LAST, sequence DESC, observation_id DESC
LIMIT $limit;
