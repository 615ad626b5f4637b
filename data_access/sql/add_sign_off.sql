-- Keep what a person thinks of a revision under the next number of its task.
INSERT INTO report_sign_off (
    task_id, sign_off_id, ordinal, revision, verdict, note, principal_id, person, is_verified, corrects, made_at
)
SELECT
    $task_id, 'S-' || n.ordinal, n.ordinal, $revision, $verdict, $note, $principal_id, $person, $is_verified, $corrects, $at
FROM (SELECT 1 + coalesce(max(ordinal), 0) AS ordinal FROM report_sign_off WHERE task_id = $task_id) n
RETURNING sign_off_id
