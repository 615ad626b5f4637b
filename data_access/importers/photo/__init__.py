"""Photos that people give: decoded apart from the desk, within bounds, and written anew without metadata."""
