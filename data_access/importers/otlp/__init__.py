"""OpenTelemetry traces: spans in protobuf or JSON, and what they say of agents, calls, tools and messages."""

from data_access.importers.otlp.otlp_format import FORMAT

__all__ = ["FORMAT"]
