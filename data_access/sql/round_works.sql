-- How much did each round of a case publish? Fills reading.case_rounds.round_works.
WITH published AS (
    SELECT round_id, 'evidence' AS kind FROM evidence WHERE task_id = $task_id
    UNION ALL
    SELECT round_id, 'reports' FROM report_revision WHERE task_id = $task_id
    UNION ALL
    SELECT round_id, 'updates' FROM progress_update WHERE task_id = $task_id
    UNION ALL
    SELECT round_id, 'questions' FROM question WHERE task_id = $task_id
    UNION ALL
    SELECT round_id, 'actions' FROM proposed_action WHERE task_id = $task_id
    UNION ALL
    SELECT round_id, 'plans' FROM execution_plan WHERE task_id = $task_id
    UNION ALL
    SELECT round_id, 'presentations' FROM presentation WHERE task_id = $task_id
)
SELECT
    round_id,
    count(*) FILTER (kind = 'evidence') AS evidence,
    count(*) FILTER (kind = 'reports') AS reports,
    count(*) FILTER (kind = 'updates') AS updates,
    count(*) FILTER (kind = 'questions') AS questions,
    count(*) FILTER (kind = 'actions') AS actions,
    count(*) FILTER (kind = 'plans') AS plans,
    count(*) FILTER (kind = 'presentations') AS presentations
FROM published
WHERE round_id IS NOT NULL
GROUP BY round_id
ORDER BY round_id
