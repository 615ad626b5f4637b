-- What has somebody begun to write, in one form or in all? Fills reading.drafts.
SELECT form, request_id, task_id, field_values, begun_at, kept_at
FROM draft
WHERE owner_id = $owner_id AND ($form::VARCHAR IS NULL OR form = $form)
ORDER BY kept_at DESC, form
