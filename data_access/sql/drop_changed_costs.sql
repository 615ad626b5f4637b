-- Forget the costs that were computed from figures which have changed.
DELETE FROM usage_cost WHERE call_key IN (SELECT call_key FROM changed_call WHERE is_repriced)
