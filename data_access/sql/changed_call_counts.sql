-- How many calls did the merge bring, change and remove, and whose conversations are they?
SELECT
    count(*) FILTER (old_owner IS NULL) AS brought,
    count(*) FILTER (old_owner IS NOT NULL AND new_owner IS NOT NULL AND is_repriced) AS completed,
    count(*) FILTER (new_owner IS NULL) AS removed,
    list_sort(list_distinct(coalesce(list(old_owner), []) || coalesce(list(new_owner), []))) AS conversation_keys
FROM changed_call
