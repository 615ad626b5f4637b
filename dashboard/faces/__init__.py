"""REST, MCP and the errors they share."""
