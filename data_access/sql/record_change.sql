-- Append one row to the change log: who did what to what, through which face, from which value to which.
INSERT INTO audit (
    recorded_at, principal_kind, principal_id, principal_name, is_verified, face, action, subject_kind, subject_id,
    old_value, new_value
)
VALUES (
    $at, $principal_kind, $principal_id, $principal_name, $is_verified, $face, $action, $subject_kind, $subject_id,
    $old, $new
)
RETURNING audit_id;
