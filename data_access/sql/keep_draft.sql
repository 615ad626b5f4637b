-- Keep what stands in the fields of a draft; when it was begun stays, unless it is another one.
INSERT INTO draft (owner_id, form, request_id, task_id, field_values, begun_at, kept_at)
VALUES ($owner_id, $form, $request_id, $task_id, $field_values, $begun_at, $at)
ON CONFLICT (owner_id, form) DO UPDATE SET
    request_id = excluded.request_id, task_id = excluded.task_id, field_values = excluded.field_values,
    begun_at = excluded.begun_at, kept_at = excluded.kept_at
