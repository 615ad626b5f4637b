-- Let a notice wait to be tried at once, or drop it, because somebody says so.
INSERT INTO notice_delivery (notice_id, state, attempts, is_asked_for, settled_at)
VALUES ($notice_id, $state, 0, $is_asked_for, $settled_at)
ON CONFLICT (notice_id) DO UPDATE SET
    state = excluded.state, is_asked_for = excluded.is_asked_for, settled_at = excluded.settled_at, next_try_at = NULL,
    first_tried_at = NULL;
