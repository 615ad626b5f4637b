"""A span as it was decoded, whatever it was written in: plain values, no meaning read into them yet."""

from __future__ import annotations

from typing import Any, NamedTuple

FORMAT_NAME = "otlp"
Attributes = dict[str, Any]
"""Values are text, whole numbers, numbers, truths, lists and objects of them, or None."""


class Resource(NamedTuple):
    """What emitted spans: one object for all spans of a group."""

    attributes: Attributes


class Scope(NamedTuple):
    """The instrumentation that made spans."""

    name: str
    version: str
    attributes: Attributes


class SpanEvent(NamedTuple):
    """Something that happened within a span, such as an exception."""

    name: str
    time_ns: int | None
    attributes: Attributes


class SpanLink(NamedTuple):
    """A span elsewhere that this one points to."""

    trace_id: str
    span_id: str
    attributes: Attributes


class Span(NamedTuple):
    """One span. Ids are lower-case hexadecimal where they were bytes, else the source's own words."""

    trace_id: str
    """Empty where the source gives none; so is `span_id`."""
    span_id: str
    parent_span_id: str | None
    name: str
    kind: str | None
    """`internal`, `server`, `client`, `producer`, `consumer`; null where the source does not say."""
    start_ns: int | None
    """Nanoseconds since 1970; null for none and for 0."""
    end_ns: int | None
    status: str | None
    """`ok` or `error`; null where the source leaves it open."""
    status_message: str | None
    attributes: Attributes
    events: tuple[SpanEvent, ...]
    links: tuple[SpanLink, ...]
    resource: Resource
    scope: Scope | None
    more: Attributes | None
    """What else the source says of the span, by the source's own names: trace state, dropped counts."""


KINDS = (None, "internal", "server", "client", "producer", "consumer")
"""Kinds by the number the protocol gives them."""
STATUSES = (None, "ok", "error")
NO_RESOURCE = Resource({})
