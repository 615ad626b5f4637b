-- Take the lines that are read in Python out of the block. (bulk load)
DELETE FROM block_event WHERE line IN (SELECT line FROM odd_line)
