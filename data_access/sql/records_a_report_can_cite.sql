-- What can a report of a task cite: what each record is, where it comes from, what it corrects, since when? Fills
-- rules.report_diff.CitedRecord.
SELECT evidence_id AS record_id, 'evidence' AS kind, title, origin, state, corrects, recorded_at AS given_at
FROM evidence
WHERE task_id = $task_id
UNION ALL
SELECT evidence_id, 'human_evidence', coalesce(statement, concat_ws(' · ', parameter, point), ''), 'human', state, corrects, recorded_at
FROM human_evidence
WHERE task_id = $task_id
UNION ALL
SELECT
    a.answer_id, 'answer', coalesce(a.text, q.prompt, ''), 'human',
    CASE
        WHEN a.withdrawn_at IS NOT NULL THEN 'withdrawn'
        WHEN EXISTS (SELECT 1 FROM answer b WHERE b.task_id = a.task_id AND b.corrects = a.answer_id) THEN 'corrected'
        ELSE 'valid'
    END,
    a.corrects, a.answered_at
FROM answer a
LEFT JOIN question q ON q.task_id = a.task_id AND q.question_id = a.question_id
WHERE a.task_id = $task_id
UNION ALL
SELECT action_id, 'action', title, NULL, NULL, NULL, proposed_at
FROM proposed_action
WHERE task_id = $task_id
ORDER BY kind, record_id
