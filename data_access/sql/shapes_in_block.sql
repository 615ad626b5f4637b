-- Which sets of fields do the lines of this block have, each with one line as an example? (bulk load)
SELECT shape, min(line) AS line FROM block_event WHERE is_plain GROUP BY shape ORDER BY line
