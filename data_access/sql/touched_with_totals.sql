-- Which touched conversations state totals of their own? Their sums depend on what else is known.
SELECT DISTINCT conversation_key FROM touched_conversation WHERE conversation_key IN (SELECT conversation_key FROM reported_total)
