-- How many calls are to be merged?
SELECT count(*) AS calls FROM touched_call
