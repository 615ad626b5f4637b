-- Keep the answer to a request, so that asking it again gives the same one.
INSERT INTO receipt (principal_id, call, request_id, payload_hash, receipt, recorded_at)
VALUES ($principal_id, $call, $request_id, $payload_hash, $receipt, $at);
