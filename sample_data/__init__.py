"""Small readable cases that were made here: the desk's demo, and the documented examples of its formats."""
