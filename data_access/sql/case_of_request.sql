-- Which case was created by this request of this principal? Fills reading.investigations.case_of_request.
SELECT receipt->>'$.task_id' AS task_id
FROM receipt
WHERE principal_id = $principal_id AND call = 'create_task' AND request_id = $request_id
