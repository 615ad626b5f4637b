"""Reads spans out of JSON: the encoding of the protocol, and what consoles, stores and people make of it.

    {"resourceSpans": [{"resource", "scopeSpans": [{"scope", "spans": [...]}]}]}   the protocol
    {"name", "context": {"trace_id", "span_id"}, "start_time"}                     the Python console exporter
    {"openinference.span.kind": ..., "llm.model_name": ...}                        nothing but attributes

Names may be in snake case, the outer list may be called `batches`, groups may be those of early versions, and
one group or one span may stand alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from data_access.importers.loose_values import mapping, sequence, text
from data_access.importers.otlp.span_record import (
    NO_RESOURCE,
    Attributes,
    Resource,
    Scope,
    Span,
    SpanEvent,
    SpanLink,
)
from data_access.importers.otlp.spellings import kind_of, nanoseconds, plain_id, status_of, whole_number

DEEPEST_VALUE = 64
_GROUPS = ("resourceSpans", "resource_spans", "batches")
_SCOPE_GROUPS = (
    "scopeSpans",
    "scope_spans",
    "instrumentationLibrarySpans",
    "instrumentation_library_spans",
    "ilSpans",
)
_SCOPES = ("scope", "instrumentationLibrary", "instrumentation_library", "instrumentation_scope")
_SPAN_IDS = ("spanId", "span_id")
_STARTS = ("startTimeUnixNano", "start_time_unix_nano", "start_time", "startTime")
_ENDS = ("endTimeUnixNano", "end_time_unix_nano", "end_time", "endTime")
_ATTRIBUTE_SIGNS = ("gen_ai.", "llm.", "openinference.", "traceloop.")
_SPAN_KEYS = frozenset(
    [
        "traceId",
        "trace_id",
        "spanId",
        "span_id",
        "parentSpanId",
        "parent_span_id",
        "parent_id",
        "name",
        "kind",
        "startTimeUnixNano",
        "start_time_unix_nano",
        "start_time",
        "startTime",
        "endTimeUnixNano",
        "end_time_unix_nano",
        "end_time",
        "endTime",
        "status",
        "attributes",
        "events",
        "links",
        "context",
        "resource",
        "scope",
        "instrumentation_scope",
    ]
)


class RefusedValue(NamedTuple):
    """A piece of a document that is no span."""

    reason: str
    value: Any


def is_trace(value: Attributes) -> bool:
    """Tell whether a JSON object is one that this module reads."""
    if any(isinstance(value.get(name), list) for name in _GROUPS) or _wrapped(value) is not None:
        return True
    if _is_group(value):
        return True
    return _is_span(value) or _is_attributes(value)


def spans_of_document(value: Attributes) -> Iterator[Span | RefusedValue]:
    """Yield the spans of one JSON object, in order, and what of it is no span."""
    inner = _wrapped(value)
    if inner is not None:
        yield from spans_of_document(inner)
        return
    groups = _first(value, _GROUPS)
    if groups is not None:
        yield from _of_groups(groups)
    elif _is_group(value):
        yield from _of_group(value)
    elif _is_span(value):
        yield _span(value, _resource(value.get("resource")), _scope(value))
    elif _is_attributes(value):
        yield _span({"attributes": value}, NO_RESOURCE, None)
    else:
        yield RefusedValue("no trace: neither groups of spans nor a span", value)


def _wrapped(value: Attributes) -> Attributes | None:
    inner = value.get("trace") if len(value) == 1 else None
    return inner if isinstance(inner, dict) and _first(inner, _GROUPS) is not None else None


def _is_group(value: Attributes) -> bool:
    return any(isinstance(value.get(name), list) for name in _SCOPE_GROUPS)


def _is_span(value: Attributes) -> bool:
    """A span names itself, and its trace or its time: other logs have ids, too."""
    context = mapping(value.get("context"))
    if "span_id" in context and "trace_id" in context:
        return True
    return any(name in value for name in _SPAN_IDS) and any(
        name in value for name in ("startTimeUnixNano", "start_time_unix_nano", "traceId", "trace_id")
    )


def _is_attributes(value: Attributes) -> bool:
    return any(isinstance(name, str) and name.startswith(_ATTRIBUTE_SIGNS) for name in value)


def _of_groups(groups: Any) -> Iterator[Span | RefusedValue]:
    if not isinstance(groups, list):
        yield RefusedValue("the groups of spans are no list", groups)
        return
    for group in groups:
        if isinstance(group, dict):
            yield from _of_group(group)
        else:
            yield RefusedValue("a group of spans is no object", group)


def _of_group(group: Attributes) -> Iterator[Span | RefusedValue]:
    resource = _resource(group.get("resource"))
    for name in _SCOPE_GROUPS:
        for scope_group in sequence(group.get(name)):
            if not isinstance(scope_group, dict):
                yield RefusedValue("a group of spans is no object", scope_group)
                continue
            yield from _of_scope_group(scope_group, resource)


def _of_scope_group(group: Attributes, resource: Resource) -> Iterator[Span | RefusedValue]:
    scope, spans = _scope(group), group.get("spans")
    if spans is not None and not isinstance(spans, list):
        yield RefusedValue("the spans of a group are no list", spans)
        return
    for span in spans or ():
        if isinstance(span, dict):
            yield _span(span, resource, scope)
        else:
            yield RefusedValue("a span is no object", span)


def _span(value: Attributes, resource: Resource, scope: Scope | None) -> Span:
    context = mapping(value.get("context"))
    status = value.get("status")
    told = mapping(status)
    start, end = _first(value, _STARTS), _first(value, _ENDS)
    start_ns, end_ns = nanoseconds(start), nanoseconds(end)
    more = {name: one for name, one in value.items() if name not in _SPAN_KEYS and one not in (None, 0, "")}
    if start_ns is None and start not in (None, 0, "0"):
        more["startTimeUnixNano"] = start
    if end_ns is None and end not in (None, 0, "0"):
        more["endTimeUnixNano"] = end
    return Span(
        plain_id(_first(value, ("traceId", "trace_id")) or context.get("trace_id")),
        plain_id(_first(value, _SPAN_IDS) or context.get("span_id")),
        plain_id(_first(value, ("parentSpanId", "parent_span_id", "parent_id"))) or None,
        text(value.get("name")) or "",
        kind_of(value.get("kind")),
        start_ns,
        end_ns,
        status_of(_first(told, ("code", "status_code", "statusCode")) if told else status),
        text(_first(told, ("message", "description"))),
        attributes_of(value.get("attributes")),
        tuple(_event(one) for one in sequence(value.get("events"))),
        tuple(_link(one) for one in sequence(value.get("links"))),
        resource,
        scope,
        more or None,
    )


def _event(value: Any) -> SpanEvent:
    told = mapping(value)
    moment = nanoseconds(_first(told, ("timeUnixNano", "time_unix_nano", "timestamp", "time")))
    attributes = attributes_of(told.get("attributes"))
    if isinstance(told.get("body"), dict):
        attributes = {**attributes, "body": told["body"]}
    return SpanEvent(text(told.get("name")) or "", moment, attributes if told else {"event": value})


def _link(value: Any) -> SpanLink:
    told = mapping(value)
    context = mapping(told.get("context"))
    return SpanLink(
        plain_id(_first(told, ("traceId", "trace_id")) or context.get("trace_id")),
        plain_id(_first(told, _SPAN_IDS) or context.get("span_id")),
        attributes_of(told.get("attributes")),
    )


def _resource(value: Any) -> Resource:
    attributes = attributes_of(mapping(value).get("attributes"))
    return Resource(attributes) if attributes else NO_RESOURCE


def _scope(value: Attributes) -> Scope | None:
    told = mapping(_first(value, _SCOPES))
    if not told:
        return None
    return Scope(
        text(told.get("name")) or "", text(told.get("version")) or "", attributes_of(told.get("attributes"))
    )


def _first(value: Attributes, names: tuple[str, ...]) -> Any:
    """Return the first of several spellings that is there and not null."""
    for name in names:
        found = value.get(name)
        if found is not None:
            return found
    return None


# attributes ---------------------------------------------------------------------------------------------


def attributes_of(value: Any) -> Attributes:
    """Return attributes given as list of pairs, each value with its type as key, or as plain object."""
    if isinstance(value, dict):
        return value
    attributes: Attributes = {}
    for pair in sequence(value):
        if isinstance(pair, dict) and isinstance(pair.get("key"), str):
            attributes[pair["key"]] = _any_value(pair.get("value"), 0)
        else:
            attributes.setdefault("undecoded", []).append(pair)
    return attributes


def _any_value(value: Any, depth: int) -> Any:
    if not isinstance(value, dict) or depth > DEEPEST_VALUE:
        return value
    for name, found in value.items():
        if name in ("intValue", "int_value"):
            number = whole_number(found)
            return found if number is None else number
        if name in ("arrayValue", "array_value"):
            return [_any_value(one, depth + 1) for one in sequence(mapping(found).get("values"))]
        if name in ("kvlistValue", "kvlist_value"):
            return _pairs(mapping(found).get("values"), depth + 1)
        if name in _PLAIN_VALUES:
            return found
    return value or None


_PLAIN_VALUES = frozenset(
    [
        "stringValue",
        "string_value",
        "boolValue",
        "bool_value",
        "doubleValue",
        "double_value",
        "bytesValue",
        "bytes_value",
    ]
)


def _pairs(values: Any, depth: int) -> Attributes:
    return {
        pair["key"]: _any_value(pair.get("value"), depth)
        for pair in sequence(values)
        if isinstance(pair, dict) and isinstance(pair.get("key"), str)
    }
