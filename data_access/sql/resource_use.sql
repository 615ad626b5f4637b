-- What was measured of a run or an agent, moment by moment? Fills reading.resource_use. Of more than fit, those that were
-- the highest of their stretch of time stay. With
-- `as_named` it is asked by the name that samples of no known run give.
WITH used AS (
    SELECT *
    FROM resource_use_in($conversation_key::VARCHAR, $as_named::VARCHAR, $tools::VARCHAR[])
    WHERE used_at IS NOT NULL AND ($since::TIMESTAMPTZ IS NULL OR used_at >= $since)
        AND ($agent_id::VARCHAR IS NULL OR agent_id = $agent_id) AND (NOT $without_agent OR agent_id IS NULL)
        AND CASE $limit_name::VARCHAR
            WHEN 'disk_bytes' THEN disk_bytes IS NOT NULL
            WHEN 'command_seconds' THEN command_seconds IS NOT NULL
            WHEN 'memory_bytes' THEN memory_bytes IS NOT NULL
            WHEN 'network_bytes_per_second' THEN network_bytes_per_second IS NOT NULL
            ELSE NOT is_derived OR command_seconds IS NOT NULL
        END
), placed AS (
    SELECT
        *, count(*) OVER () AS total,
        -- The last moment falls into the last stretch, not behind it.
        least(
            floor(
                (epoch_us(used_at) - min(epoch_us(used_at)) OVER ()) * $stretches::DOUBLE
                / greatest(max(epoch_us(used_at)) OVER () - min(epoch_us(used_at)) OVER (), 1)
            ),
            $stretches - 1
        ) AS stretch
    FROM used
), ranked AS (
    SELECT
        *,
        row_number() OVER (PARTITION BY stretch ORDER BY disk_bytes DESC NULLS LAST, used_at, source_id) AS disk_rank,
        row_number() OVER (PARTITION BY stretch ORDER BY command_seconds DESC NULLS LAST, is_derived, used_at, source_id) AS command_rank,
        row_number() OVER (PARTITION BY stretch ORDER BY memory_bytes DESC NULLS LAST, used_at, source_id) AS memory_rank,
        row_number() OVER (PARTITION BY stretch ORDER BY network_bytes_per_second DESC NULLS LAST, used_at, source_id) AS network_rank
    FROM placed
)
SELECT * EXCLUDE (disk_rank, command_rank, memory_rank, network_rank, stretch)
FROM ranked
WHERE total <= $limit
    OR (disk_rank = 1 AND disk_bytes IS NOT NULL AND coalesce($limit_name, 'disk_bytes') = 'disk_bytes')
    OR (command_rank = 1 AND command_seconds IS NOT NULL AND coalesce($limit_name, 'command_seconds') = 'command_seconds')
    OR (memory_rank = 1 AND memory_bytes IS NOT NULL AND coalesce($limit_name, 'memory_bytes') = 'memory_bytes')
    OR (
        network_rank = 1 AND network_bytes_per_second IS NOT NULL
        AND coalesce($limit_name, 'network_bytes_per_second') = 'network_bytes_per_second'
    )
ORDER BY used_at, is_derived, source_id
