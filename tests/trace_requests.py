"""Trace requests as a program with OpenTelemetry sends them, small and made by hand."""

from __future__ import annotations

from collections.abc import Sequence

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue
from opentelemetry.proto.trace.v1.trace_pb2 import Span

BEGIN = 1_777_629_600_000_000_000
"""2026-05-01 10:00 UTC in nanoseconds."""
MODEL = "claude-sonnet-4-5-20250929"


def attribute(key: str, value: str | int) -> KeyValue:
    """Return an attribute."""
    given = AnyValue(int_value=value) if isinstance(value, int) else AnyValue(string_value=value)
    return KeyValue(key=key, value=given)


def span(number: int, parent: int | None = None, trace: int = 1, **attributes: str | int) -> Span:
    """Return a span of a second; attributes are named with two underscores for a dot."""
    made = Span(
        trace_id=trace.to_bytes(16),
        span_id=number.to_bytes(8),
        parent_span_id=b"" if parent is None else parent.to_bytes(8),
        name=f"span {number}",
        start_time_unix_nano=BEGIN + number * 10**9,
        end_time_unix_nano=BEGIN + (number + 1) * 10**9,
    )
    made.attributes.extend(attribute(key.replace("__", "."), value) for key, value in attributes.items())
    return made


def agent(number: int, parent: int | None = None, trace: int = 1, name: str = "planner") -> Span:
    """Return the span of an agent."""
    said = {"gen_ai__operation__name": "invoke_agent", "gen_ai__agent__name": name}
    return span(number, parent, trace, **said)


def call(number: int, parent: int | None = None, trace: int = 1, output: int = 20) -> Span:
    """Return the span of a model call with 100 tokens of input."""
    said: dict[str, str | int] = {
        "gen_ai__operation__name": "chat",
        "gen_ai__response__model": MODEL,
        "gen_ai__usage__input_tokens": 100,
        "gen_ai__usage__output_tokens": output,
    }
    return span(number, parent, trace, **said)


def tool(number: int, parent: int | None = None, trace: int = 1) -> Span:
    """Return the span of a tool."""
    said = {"gen_ai__operation__name": "execute_tool", "gen_ai__tool__name": "Read"}
    return span(number, parent, trace, **said)


def request(spans: Sequence[Span], service: str = "station") -> bytes:
    """Return a request with spans, in protobuf."""
    made = ExportTraceServiceRequest()
    group = made.resource_spans.add()
    group.resource.attributes.append(attribute("service.name", service))
    group.scope_spans.add().spans.extend(spans)
    return made.SerializeToString()


def trace(number: int = 1, calls: int = 3) -> list[Span]:
    """Return the spans of a small run: an agent, its calls, a tool after each."""
    spans = [agent(1, None, number)]
    for one in range(calls):
        spans += [call(10 + 2 * one, 1, number, output=20 + one), tool(11 + 2 * one, 1, number)]
    return spans
