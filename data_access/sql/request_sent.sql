-- When was the write stored that has this request id, whoever asked for it? Looks no further back than a moment.
SELECT recorded_at
FROM receipt
WHERE request_id = $request_id AND recorded_at >= $since
ORDER BY recorded_at
LIMIT 1
