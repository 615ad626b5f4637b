-- The traces are settled: ends their temporary list.
DROP TABLE unsettled_trace
