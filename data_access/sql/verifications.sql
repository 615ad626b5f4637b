-- What did the verifier of a run say, the newest word first? Fills reading.verifier.
-- Snapshots repeat themselves: a word stands here from when it was first said until another was.
WITH said AS (
    SELECT
        status, summary, evidence, observed_at, sequence, observation_id,
        lag(struct_pack(status, summary, evidence)) OVER (ORDER BY observed_at NULLS FIRST, sequence, observation_id) AS before_it
    FROM verification_observation
    WHERE conversation_key = $conversation_key
        AND known_as_of(observed_at, file_id, line, $moment::TIMESTAMPTZ, $places::BIGINT[])
)
SELECT status, summary, evidence, observed_at, count(*) OVER () AS total
FROM said
WHERE before_it IS NULL OR struct_pack(status, summary, evidence) IS DISTINCT FROM before_it
ORDER BY observed_at DESC NULLS LAST, sequence DESC, observation_id DESC
LIMIT $limit;
