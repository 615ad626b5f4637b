"""OpenTelemetry traces: spans in protobuf or JSON, and what they say of agents, calls, tools and messages."""
