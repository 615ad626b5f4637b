-- Forget a draft that was sent or discarded; one that was begun anew under another request id stays.
DELETE FROM draft WHERE owner_id = $owner_id AND form = $form AND request_id = $request_id
