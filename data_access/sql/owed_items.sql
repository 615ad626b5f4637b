-- What do people owe, the items of a case together, after the last one given? Fills reading.inbox.inbox.
-- Every order is by a number, the smallest first: what has no such end or need stands after what has, by its age.
WITH asked AS (
    SELECT
        *,
        CASE $order::VARCHAR
            WHEN 'required' THEN
                epoch_us(since_at)
                + CASE WHEN is_required THEN 0 WHEN kind = 'approval' THEN 1 ELSE 2 END * 1000000000000000000
            WHEN 'due' THEN coalesce(epoch_us(least(due_at, expires_at)), epoch_us(since_at) + 1000000000000000000)
            ELSE epoch_us(since_at)
        END AS item_key
    FROM owed_as_of($moment::TIMESTAMPTZ)
    WHERE ($kind::VARCHAR IS NULL OR kind = $kind)
        AND ($task_id::VARCHAR IS NULL OR task_id = $task_id)
        AND CASE $whose::VARCHAR
            WHEN 'mine' THEN owed_to(assignee, claimed_by, $person::VARCHAR, $principal_id::VARCHAR)
            WHEN 'unassigned' THEN assignee IS NULL
            ELSE TRUE
        END
), placed AS (
    SELECT *, min(item_key) OVER (PARTITION BY task_id) AS case_key, count(*) OVER () AS total
    FROM asked
)
SELECT
    kind, task_id, item_id, left(title, 2000) AS title, left(why, 2000) AS why, since_at, is_required, due_at, expires_at, assignee,
    claimed_by_name AS claimed_by, claimed_until, case_key, item_key, total
FROM placed
WHERE $after_case_key::BIGINT IS NULL
    OR (case_key, task_id, item_key, kind, item_id)
        > ($after_case_key::BIGINT, $after_task::VARCHAR, $after_item_key::BIGINT, $after_kind::VARCHAR, $after_item::VARCHAR)
ORDER BY case_key, task_id, item_key, kind, item_id
LIMIT $limit
