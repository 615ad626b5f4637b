-- Which versions of which files of a format has the desk read? Fills writing.import_ledger.FileVersion.
SELECT
    file_id, source_format, location, shown_path, size_bytes, content_hash, start_offset, start_line,
    resume_offset, resume_line, resume_hash, continues_file_id, records, stored, duplicates, others, rejected,
    counts, loaded_at
FROM import_file
WHERE source_format = $source_format
ORDER BY file_id
