-- What does each touched call count for, over everything that was ever said of it? Fills `merged_call`.
-- The rule is `rules/usage_identity.py`, and the tests hold this statement to it: figures whole from the row
-- with the largest output, place and time from the earliest row, independent of the order of arrival. Of what
-- `uncounted_call` names, only the number of rows counts, for the call it was copied from.
CREATE OR REPLACE TEMP TABLE merged_call AS
WITH said AS (
    SELECT *, bool_or(is_fork_copy) OVER (PARTITION BY call_key, conversation_key) AS is_copied_to
    FROM usage_observation
    WHERE call_key IN (SELECT call_key FROM touched_call) AND call_key NOT IN (SELECT call_key FROM uncounted_call)
), copied AS (
    SELECT u.counted_as AS call_key, count(*) AS observations
    FROM uncounted_call u JOIN usage_observation o ON o.call_key = u.call_key
    WHERE u.counted_as IS NOT NULL
    GROUP BY u.counted_as
), ranked AS (
    SELECT
        o.*,
        row_number() OVER by_figures AS figure_rank,
        row_number() OVER by_owner AS owner_rank,
        first_value(output) OVER by_figures AS largest_output,
        first_value(conversation_key) OVER by_owner AS owner
    FROM said o
    WINDOW
        by_figures AS (
            PARTITION BY call_key
            ORDER BY
                output DESC NULLS LAST,
                CASE WHEN is_finished THEN 0 WHEN is_finished IS NULL THEN 1 ELSE 2 END,
                occurred_at ASC NULLS LAST, conversation_id ASC, conversation_key ASC, observation_id ASC
        ),
        by_owner AS (
            PARTITION BY call_key
            ORDER BY
                occurred_at ASC NULLS LAST, is_copied_to ASC, is_fork_copy ASC,
                conversation_id ASC, conversation_key ASC, observation_id ASC
        )
)
SELECT
    call_key,
    arg_min(call_id, owner_rank) FILTER (call_id IS NOT NULL AND conversation_key = owner) AS call_id,
    min(owner) AS conversation_key,
    arg_min(agent_id, owner_rank) FILTER (agent_id IS NOT NULL AND conversation_key = owner) AS agent_id,
    arg_min(task_id, owner_rank) FILTER (task_id IS NOT NULL AND conversation_key = owner) AS task_id,
    arg_min(phase, owner_rank) FILTER (phase IS NOT NULL AND conversation_key = owner) AS phase,
    arg_min(model, figure_rank) FILTER (model IS NOT NULL AND output IS NOT DISTINCT FROM largest_output) AS model,
    min(occurred_at) AS occurred_at,
    bool_or(is_finished) FILTER (output IS NOT DISTINCT FROM largest_output) AS is_finished,
    max(fresh_input) FILTER (figure_rank = 1) AS fresh_input,
    max(cache_read) FILTER (figure_rank = 1) AS cache_read,
    max(cache_write_5m) FILTER (figure_rank = 1) AS cache_write_5m,
    max(cache_write_1h) FILTER (figure_rank = 1) AS cache_write_1h,
    max(cache_write_unspecified) FILTER (figure_rank = 1) AS cache_write_unspecified,
    max(output) FILTER (figure_rank = 1) AS output,
    max(reasoning) FILTER (figure_rank = 1) AS reasoning,
    max(web_searches) FILTER (figure_rank = 1) AS web_searches,
    arg_min(service, figure_rank)
        FILTER (service IS NOT NULL AND output IS NOT DISTINCT FROM largest_output) AS service,
    arg_min(reported_cost_usd, figure_rank)
        FILTER (reported_cost_usd IS NOT NULL AND output IS NOT DISTINCT FROM largest_output) AS reported_cost_usd,
    arg_min(event_id, owner_rank) FILTER (event_id IS NOT NULL AND conversation_key = owner) AS event_id,
    count(*) + coalesce((SELECT c.observations FROM copied c WHERE c.call_key = ranked.call_key), 0) AS observations
FROM ranked
GROUP BY call_key
