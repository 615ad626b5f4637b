-- Is every call what a merge of its observations gives now? Reads `touched_call` and `changed_call`.
SELECT
    (SELECT count(*) FROM touched_call) AS checked,
    count(*) AS faults,
    list(call_key ORDER BY call_key)[:5] AS examples
FROM changed_call
