"""Pure: a reading in, a figure or a chart specification out."""
