-- On which rounds of which cases was a run worked on? Fills reading.case_rounds.rounds_of_run.
SELECT DISTINCT k.task_id, t.title, k.round_id, r.generation, r.attempt, k.linked_by, r.ordinal
FROM round_stretch k
JOIN investigation_task t ON t.task_id = k.task_id
JOIN investigation_round r ON r.task_id = k.task_id AND r.round_id = k.round_id
WHERE k.conversation_key = $conversation_key
ORDER BY t.title, k.task_id, r.ordinal
