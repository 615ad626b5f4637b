-- What did a case use, by round, by the report it led to, by model and by agent? Fills reading.case_cost.
-- A call leads to the first report that its round published after it; a round without reports leads to the next
-- report of a later one; what a round used after its last report leads to none.
WITH point AS (
    SELECT
        v.task_id, v.revision, v.round_id, r.ordinal,
        coalesce(min(c.position), log_position(v.published_at, 0)) AS position
    FROM report_revision v
    LEFT JOIN investigation_round r ON r.task_id = v.task_id AND r.round_id = v.round_id
    LEFT JOIN recognised_call c ON c.task_id = v.task_id AND c.revision = v.revision
    WHERE v.task_id = $task_id
    GROUP BY v.task_id, v.revision, v.round_id, r.ordinal, v.published_at
), used AS (
    SELECT
        u.*, r.ordinal,
        coalesce(n.conversation_id, u.conversation_key) || '/' || u.agent_id AS agent,
        coalesce(
            (SELECT min(p.revision) FROM point p WHERE p.round_id = u.round_id AND p.position >= u.position),
            CASE WHEN NOT EXISTS (SELECT 1 FROM point p WHERE p.round_id = u.round_id) THEN
                (SELECT min(p.revision) FROM point p WHERE p.ordinal > r.ordinal)
            END
        ) AS revision
    FROM round_usage u
    JOIN investigation_round r ON r.task_id = u.investigation_task_id AND r.round_id = u.round_id
    LEFT JOIN conversation n ON n.conversation_key = u.conversation_key
    WHERE u.investigation_task_id = $task_id
), grouped AS (
    SELECT
        CASE grouping_id(round_id, revision, model, agent)
            WHEN 7 THEN 'round' WHEN 11 THEN 'revision' WHEN 13 THEN 'model' WHEN 14 THEN 'agent' ELSE 'total'
        END AS dimension,
        coalesce(round_id, revision::VARCHAR, model, agent) AS key,
        usage_sum(COLUMNS(usage_counts())), sum(u.cost_usd) AS cost_usd,
        unpriced_models_in(u.model, u.unpriced_calls) AS unpriced_models
    FROM used u
    GROUP BY GROUPING SETS ((round_id), (revision), (model), (agent), ())
)
SELECT *
FROM grouped
ORDER BY dimension, cost_usd DESC NULLS LAST, key
