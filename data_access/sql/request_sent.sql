-- When was the write stored that has this request id, whoever asked for it? No row says that it was not.
SELECT recorded_at FROM receipt WHERE request_id = $request_id ORDER BY recorded_at LIMIT 1
