-- Forget the drafts that nobody has touched since a moment, whoever began them.
DELETE FROM draft WHERE kept_at < $untouched_since
