-- Which lines of this block cannot be trusted to the engine? (bulk load)
SELECT line FROM block_event WHERE NOT is_plain OR list_contains($odd_shapes::UBIGINT[], shape)
