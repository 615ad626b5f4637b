"""Everything that shows or serves what `data_access` knows, except the page scripts."""
