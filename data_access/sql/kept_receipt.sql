-- What was answered to this request before, if it was asked before?
SELECT payload_hash, receipt
FROM receipt
WHERE principal_id = $principal_id AND call = $call AND request_id = $request_id;
