-- How many changes match? Fills reading.change_log.changes; the filter is that of the two lists of changes.
SELECT count(*) AS total
FROM audit a
WHERE NOT list_contains($withheld::VARCHAR[], a.subject_kind)
    AND ($principal_id::VARCHAR IS NULL OR a.principal_id = $principal_id)
    AND ($principal_kind::VARCHAR IS NULL OR a.principal_kind = $principal_kind)
    AND ($face::VARCHAR IS NULL OR a.face = $face)
    AND ($action::VARCHAR IS NULL OR a.action = $action)
    AND ($subject_kind::VARCHAR IS NULL OR a.subject_kind = $subject_kind)
    AND (
        $task_id::VARCHAR IS NULL OR (a.subject_id = $task_id OR starts_with(a.subject_id, $task_id || '/'))
        AND task_of_subject(a.subject_kind, a.subject_id) = $task_id
    )
    AND ($since::TIMESTAMPTZ IS NULL OR a.recorded_at >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR a.recorded_at < $until)
    AND (
        $text::VARCHAR IS NULL OR contains(lower(a.principal_name), lower($text)) OR contains(lower(a.subject_id), lower($text))
        OR contains(lower(a.action), lower($text)) OR contains(lower(a.old_value::VARCHAR), lower($text))
        OR contains(lower(a.new_value::VARCHAR), lower($text))
    );
