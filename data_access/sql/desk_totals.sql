-- How much does the desk hold? Fills reading.desk_overview.desk_overview.
SELECT
    count(*) AS runs,
    count(DISTINCT project) AS projects,
    coalesce(sum(agents), 0)::BIGINT AS agents,
    coalesce(sum(events), 0)::BIGINT AS events,
    coalesce(sum(tool_calls), 0)::BIGINT AS tool_calls,
    coalesce(sum(errors), 0)::BIGINT AS errors,
    count(*) FILTER (origin = 'demo') AS demo_runs,
    min(first_at) AS first_at,
    max(last_at) AS last_at
FROM conversation;
