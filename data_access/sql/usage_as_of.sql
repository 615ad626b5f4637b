-- What had a run spent itself by a moment? Fills reading.runtime_summary.
SELECT unnest(usage_sums(u)), unpriced_models_in(u) AS unpriced_models
FROM usage_until($conversation_key, $moment::TIMESTAMPTZ) u;
