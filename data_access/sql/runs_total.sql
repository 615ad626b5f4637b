-- How many runs match? Fills reading.runs.runs; the filter is that of runs.sql.
SELECT count(*) AS total
FROM conversation_with_purpose($on_cases::VARCHAR[]) c
WHERE ($conversation_key::VARCHAR IS NULL OR c.conversation_key = $conversation_key)
    AND ($project::VARCHAR IS NULL OR c.project = $project)
    AND ($origin::VARCHAR IS NULL OR c.origin = $origin)
    AND ($source_format::VARCHAR IS NULL OR c.source_format = $source_format)
    AND ($purpose::VARCHAR IS NULL OR c.purpose = $purpose)
    AND ($of_case::VARCHAR[] IS NULL OR c.conversation_key IN (SELECT unnest($of_case::VARCHAR[])))
    AND ($model::VARCHAR IS NULL OR c.conversation_key IN (SELECT conversation_key FROM usage_call WHERE model = $model))
    AND ($text::VARCHAR IS NULL OR contains(lower(c.title), lower($text)))
    AND ($since::TIMESTAMPTZ IS NULL OR c.last_at >= $since)
    AND ($until::TIMESTAMPTZ IS NULL OR c.first_at < $until)
    AND (NOT $with_errors OR c.errors > 0);
