-- How many runs of this desk are demonstration data? Fills reading.demo_data.demo_runs.
SELECT count(*) AS runs FROM conversation WHERE origin = 'demo';
