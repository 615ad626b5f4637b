"""The one place that speaks to the database engine."""
