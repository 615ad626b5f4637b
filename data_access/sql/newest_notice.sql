-- Which notice came last? 0 before the first. Fills writing.notices.
SELECT coalesce(max(ordinal), 0) AS ordinal FROM notice;
