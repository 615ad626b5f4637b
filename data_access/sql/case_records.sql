-- Which records of a task can be cited, and what became of each? Fills rules.citations.KnownRecord.
SELECT 'evidence' AS kind, evidence_id AS record_id, state, origin, is_truncated, NULL AS question_id, ordinal AS turn
FROM evidence
WHERE task_id = $task_id
UNION ALL
SELECT 'human_evidence', evidence_id, state, 'human', FALSE, NULL, ordinal
FROM human_evidence
WHERE task_id = $task_id
UNION ALL
SELECT
    'answer', a.answer_id,
    CASE
        WHEN a.withdrawn_at IS NOT NULL THEN 'withdrawn'
        WHEN EXISTS (SELECT 1 FROM answer b WHERE b.task_id = a.task_id AND b.corrects = a.answer_id) THEN 'corrected'
        WHEN a.is_dissent THEN 'dissent'
        WHEN a.is_late THEN 'late'
        ELSE 'valid'
    END,
    'human', FALSE, a.question_id, a.ordinal
FROM answer a
WHERE a.task_id = $task_id
UNION ALL
SELECT 'question', question_id, state, NULL, FALSE, question_id, ordinal
FROM question
WHERE task_id = $task_id
UNION ALL
SELECT 'action', action_id, state, NULL, FALSE, NULL, ordinal
FROM proposed_action
WHERE task_id = $task_id
UNION ALL
SELECT 'gap', gap_id, if(is_open, 'open', 'closed'), NULL, FALSE, NULL, ordinal
FROM data_gap
WHERE task_id = $task_id
ORDER BY kind, turn
