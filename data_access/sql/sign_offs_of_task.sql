-- What do people think of the revisions of a report, in the order in which they said it? Fills contracts.sign_offs.SignOff.
SELECT
    sign_off_id, revision, verdict, note, person, is_verified, made_at, origin, state, corrects, corrected_by, withdrawn_at,
    withdrawn_reason, signer_id
FROM sign_off
WHERE task_id = $task_id
ORDER BY ordinal
