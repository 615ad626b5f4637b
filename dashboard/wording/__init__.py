"""Every label and format a person reads, one dictionary per language."""
