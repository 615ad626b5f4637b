-- Has any case of this desk begun? Fills reading.runs.
SELECT EXISTS (SELECT 1 FROM investigation_round) AS begun;
