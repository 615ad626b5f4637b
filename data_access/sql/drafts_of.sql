-- What has somebody begun to write (in one form, or in all), and was it sent? Fills reading.drafts.
SELECT
    d.form, d.request_id, d.task_id, d.field_values, d.begun_at, d.kept_at,
    (SELECT min(r.recorded_at) FROM receipt r WHERE r.request_id = d.request_id) AS sent_at
FROM draft d
WHERE d.owner_id = $owner_id AND ($form::VARCHAR IS NULL OR d.form = $form)
ORDER BY d.kept_at DESC, d.form
