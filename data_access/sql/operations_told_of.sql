-- How many recorded operations name a run that is not there? Fills reading.operation_scope.
SELECT count(*) AS operations FROM placed_operation WHERE run = $run
