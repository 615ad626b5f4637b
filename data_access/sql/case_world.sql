-- What was so in the world, by the time at which it was so; what has no time last. Fills reading.case_chronology.
WITH told AS (
    SELECT
        'evidence' AS kind, evidence_id AS item_id, observed_at, recorded_at, title, coalesce(summary, source) AS detail,
        NULL AS person, NULL AS point, NULL AS parameter, NULL::DOUBLE AS value, NULL AS unit, origin, state, is_truncated,
        TRUE AS is_confirmed, ordinal
    FROM evidence
    WHERE task_id = $task_id
    UNION ALL
    SELECT
        kind, evidence_id, observed_at, recorded_at, statement, coalesce(quote, method), person, coalesce(point, place), parameter,
        value, unit, 'human', state, FALSE, NOT is_relayed OR confirmed_at IS NOT NULL, ordinal
    FROM human_evidence
    WHERE task_id = $task_id
), placed AS (
    SELECT
        *, count(*) OVER () AS total, lpad(ordinal::VARCHAR, 9, '0') || kind AS place,
        CASE
            WHEN observed_at IS NULL THEN 9000000000000000000
            WHEN $newest::BOOLEAN THEN -epoch_us(observed_at)
            ELSE epoch_us(observed_at)
        END AS sort_key
    FROM told
    WHERE $kind::VARCHAR IS NULL OR kind = $kind
)
SELECT *
FROM placed
WHERE $after_key::BIGINT IS NULL OR (sort_key, place) > ($after_key::BIGINT, $after_place::VARCHAR)
ORDER BY sort_key, place
LIMIT $limit
