-- Note how an attempt to send a notice went; nothing when somebody has settled it meanwhile.
INSERT INTO notice_delivery (
    notice_id, state, attempts, first_tried_at, last_tried_at, next_try_at, is_asked_for, last_status, last_error, settled_at
)
VALUES ($notice_id, $state, 1, $at, $at, $next_try_at, FALSE, $status, $error, $settled_at)
ON CONFLICT (notice_id) DO UPDATE SET
    state = excluded.state, attempts = notice_delivery.attempts + 1,
    first_tried_at = coalesce(notice_delivery.first_tried_at, excluded.first_tried_at),
    last_tried_at = excluded.last_tried_at, next_try_at = excluded.next_try_at, is_asked_for = FALSE,
    last_status = excluded.last_status, last_error = excluded.last_error, settled_at = excluded.settled_at
WHERE notice_delivery.state = 'waiting'
RETURNING attempts;
