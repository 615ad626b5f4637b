"""Changes: rules first, then SQL, in one transaction with its audit row."""
