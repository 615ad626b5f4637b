-- Which touched calls are new, other than before, or gone? Fills `changed_call`; `is_repriced` says that the
-- figures behind a cost are others, so that a cost computed from the old ones must go.
CREATE OR REPLACE TEMP TABLE changed_call AS
SELECT
    coalesce(m.call_key, u.call_key) AS call_key,
    u.conversation_key AS old_owner,
    m.conversation_key AS new_owner,
    (m.model, m.occurred_at, m.fresh_input, m.cache_read, m.cache_write_5m, m.cache_write_1h,
        m.cache_write_unspecified, m.output, m.web_searches, m.service, m.reported_cost_usd)
    IS DISTINCT FROM
    (u.model, u.occurred_at, u.fresh_input, u.cache_read, u.cache_write_5m, u.cache_write_1h,
        u.cache_write_unspecified, u.output, u.web_searches, u.service, u.reported_cost_usd) AS is_repriced
FROM merged_call m
FULL JOIN (SELECT * FROM usage_call WHERE call_key IN (SELECT call_key FROM touched_call)) u USING (call_key)
WHERE m IS DISTINCT FROM u
