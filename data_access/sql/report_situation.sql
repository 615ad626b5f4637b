-- What do the rules look at before a report or an action of this generation?
SELECT
    count(*) AS revisions,
    max(revision) FILTER (stage = 'final' AND generation = $generation) AS final_revision,
    coalesce(bool_or(stage IN ('interim', 'concluded') AND generation = $generation), FALSE) AS has_early_report,
    if(arg_max(stage, revision) FILTER (generation = $generation) = 'final', max(revision) FILTER (generation = $generation), NULL)
        AS closing_revision,
    coalesce(
        (SELECT list(question_id ORDER BY ordinal) FROM question
        WHERE task_id = $task_id AND is_required AND state = 'pending'), []
    ) AS pending_required
FROM report_revision
WHERE task_id = $task_id
