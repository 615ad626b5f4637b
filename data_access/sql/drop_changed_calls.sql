-- Make room for the changed calls.
DELETE FROM usage_call WHERE call_key IN (SELECT call_key FROM changed_call WHERE old_owner IS NOT NULL)
