"""Decodes trace requests in the protobuf encoding, fast enough for a receiver.

The messages are declared here, over the fields of `opentelemetry/proto/trace/v1/trace.proto` that the desk
reads, with everything below a span left as bytes: most attributes of a request repeat, so that each distinct
one is decoded once, and text that is no UTF-8 spoils itself and not the request. A request that does not
decode as a whole is taken apart, so that one damaged span is refused alone.
"""

from __future__ import annotations

import base64
import math
import struct
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

from data_access.importers.otlp.span_record import (
    KINDS,
    NO_RESOURCE,
    STATUSES,
    Attributes,
    Resource,
    Scope,
    Span,
    SpanEvent,
    SpanLink,
)
from data_access.importers.otlp.spellings import LATEST_NS

LONGEST_REMEMBERED = 96
"""Bytes of an attribute that is worth remembering; longer ones are texts, which seldom repeat."""
MOST_REMEMBERED = 20_000
DEEPEST_VALUE = 64
"""Values nested deeper are kept as their bytes, in base64."""

_TAG_1, _TAG_2, _TAG_3 = 0x0A, b"\x12", 0x18
"""Bytes with which begin: a delimited field with the number 1 or 2, a number as field 3."""
_VARINT, _DELIMITED = 0, 2
_FIXED_SIZES = {1: 8, 5: 4}
_LONGEST_VARINT_BITS = 70
_ALL_BITS = (1 << 64) - 1

_FIELD = descriptor_pb2.FieldDescriptorProto
_BYTES, _TEXT, _NUMBER, _MESSAGE = (
    _FIELD.TYPE_BYTES,
    _FIELD.TYPE_STRING,
    _FIELD.TYPE_UINT64,
    _FIELD.TYPE_MESSAGE,
)
_FIXED64, _FIXED32 = _FIELD.TYPE_FIXED64, _FIELD.TYPE_FIXED32
_Declared = tuple[tuple[str, int, int, bool, str], ...]
_MESSAGES: dict[str, _Declared] = {
    "Span": (
        ("trace_id", 1, _BYTES, False, ""),
        ("span_id", 2, _BYTES, False, ""),
        ("trace_state", 3, _BYTES, False, ""),
        ("parent_span_id", 4, _BYTES, False, ""),
        ("name", 5, _BYTES, False, ""),
        ("kind", 6, _NUMBER, False, ""),
        ("start_ns", 7, _FIXED64, False, ""),
        ("end_ns", 8, _FIXED64, False, ""),
        ("attributes", 9, _BYTES, True, ""),
        ("dropped_attributes", 10, _NUMBER, False, ""),
        ("events", 11, _BYTES, True, ""),
        ("dropped_events", 12, _NUMBER, False, ""),
        ("links", 13, _BYTES, True, ""),
        ("dropped_links", 14, _NUMBER, False, ""),
        ("status", 15, _BYTES, False, ""),
        ("flags", 16, _FIXED32, False, ""),
    ),
    "ScopeSpans": (("scope", 1, _BYTES, False, ""), ("spans", 2, _MESSAGE, True, "Span")),
    "ResourceSpans": (
        ("resource", 1, _BYTES, False, ""),
        ("scope_spans", 2, _MESSAGE, True, "ScopeSpans"),
        ("old_scope_spans", 1000, _MESSAGE, True, "ScopeSpans"),
    ),
    "Request": (("resource_spans", 1, _MESSAGE, True, "ResourceSpans"),),
    "LooseScopeSpans": (("scope", 1, _BYTES, False, ""), ("spans", 2, _BYTES, True, "")),
    "LooseResourceSpans": (
        ("resource", 1, _BYTES, False, ""),
        ("scope_spans", 2, _BYTES, True, ""),
        ("old_scope_spans", 1000, _BYTES, True, ""),
    ),
    "LooseRequest": (("resource_spans", 1, _BYTES, True, ""),),
    "Resource": (("attributes", 1, _BYTES, True, ""),),
    "Scope": (
        ("name", 1, _BYTES, False, ""),
        ("version", 2, _BYTES, False, ""),
        ("attributes", 3, _BYTES, True, ""),
    ),
    "Event": (
        ("time_ns", 1, _FIXED64, False, ""),
        ("name", 2, _BYTES, False, ""),
        ("attributes", 3, _BYTES, True, ""),
    ),
    "Link": (
        ("trace_id", 1, _BYTES, False, ""),
        ("span_id", 2, _BYTES, False, ""),
        ("attributes", 4, _BYTES, True, ""),
    ),
    "Status": (("message", 2, _BYTES, False, ""), ("code", 3, _NUMBER, False, "")),
    "Values": (("values", 1, _BYTES, True, ""),),
}


class Refused(NamedTuple):
    """A piece of a request that is no span."""

    reason: str
    raw: bytes


def spans_of_request(body: bytes) -> Iterator[Span | Refused]:
    """Yield the spans of one `ExportTraceServiceRequest`, in order, and what of it cannot be decoded.

    Nothing raises: a body that is no request at all is one refused piece.
    """
    messages = _messages()
    try:
        request = messages["Request"].FromString(body)
    except DecodeError:
        yield from _taken_apart(body)
        return
    for group in request.resource_spans:
        resource = _resource(group.resource)
        for scope_group in (*group.scope_spans, *group.old_scope_spans):
            scope = _scope(scope_group.scope)
            for span in scope_group.spans:
                yield _span(span, resource, scope)


def _taken_apart(body: bytes) -> Iterator[Span | Refused]:
    """Decode a damaged request level by level; what is whole is kept."""
    messages = _messages()
    request = _parsed("LooseRequest", body)
    if request is None:
        yield Refused("no trace request: the bytes do not decode as protobuf", body)
        return
    for raw_group in request.resource_spans:
        group = _parsed("LooseResourceSpans", raw_group)
        if group is None:
            yield Refused("a group of spans does not decode as protobuf", raw_group)
            continue
        resource = _resource(group.resource)
        for raw_scope_group in (*group.scope_spans, *group.old_scope_spans):
            scope_group = _parsed("LooseScopeSpans", raw_scope_group)
            if scope_group is None:
                yield Refused("a group of spans does not decode as protobuf", raw_scope_group)
                continue
            scope = _scope(scope_group.scope)
            for raw in scope_group.spans:
                try:
                    yield _span(messages["Span"].FromString(raw), resource, scope)
                except DecodeError:
                    yield Refused("a span does not decode as protobuf", raw)


def _span(span: Any, resource: Resource, scope: Scope | None) -> Span:
    status, message = _status(span.status) if span.status else (None, None)
    kind = span.kind
    return Span(
        span.trace_id.hex(),
        span.span_id.hex(),
        span.parent_span_id.hex() or None,
        span.name.decode("utf-8", "replace"),
        KINDS[kind] if kind < len(KINDS) else None,
        _time(span.start_ns),
        _time(span.end_ns),
        status,
        message,
        _attributes(span.attributes[:]),
        tuple(map(_event, span.events)) if span.events else (),
        tuple(map(_link, span.links)) if span.links else (),
        resource,
        scope,
        _more(span),
    )


def _time(nanoseconds: int) -> int | None:
    return nanoseconds if 0 < nanoseconds <= LATEST_NS else None


def _more(span: Any) -> Attributes | None:
    is_late = span.start_ns > LATEST_NS or span.end_ns > LATEST_NS
    if not (
        is_late
        or span.trace_state
        or span.dropped_attributes
        or span.dropped_events
        or span.dropped_links
        or span.flags
    ):
        return None
    told = {
        "traceState": span.trace_state.decode("utf-8", "replace"),
        "droppedAttributesCount": span.dropped_attributes,
        "droppedEventsCount": span.dropped_events,
        "droppedLinksCount": span.dropped_links,
        "flags": span.flags,
    }
    if is_late:
        told |= {"startTimeUnixNano": str(span.start_ns), "endTimeUnixNano": str(span.end_ns)}
    return {name: value for name, value in told.items() if value}


def _resource(raw: bytes) -> Resource:
    if not raw:
        return NO_RESOURCE
    found = _parsed("Resource", raw)
    return Resource({} if found is None else _attributes(found.attributes))


def _scope(raw: bytes) -> Scope | None:
    found = _parsed("Scope", raw) if raw else None
    if found is None:
        return None
    name, version = found.name.decode("utf-8", "replace"), found.version.decode("utf-8", "replace")
    return Scope(name, version, _attributes(found.attributes))


def _event(raw: bytes) -> SpanEvent:
    found = _parsed("Event", raw)
    if found is None:
        return SpanEvent("", None, {"undecoded": _as_base64(raw)})
    return SpanEvent(
        found.name.decode("utf-8", "replace"), _time(found.time_ns), _attributes(found.attributes)
    )


def _link(raw: bytes) -> SpanLink:
    found = _parsed("Link", raw)
    if found is None:
        return SpanLink("", "", {"undecoded": _as_base64(raw)})
    return SpanLink(found.trace_id.hex(), found.span_id.hex(), _attributes(found.attributes))


@lru_cache(maxsize=1024)
def _status(raw: bytes) -> tuple[str | None, str | None]:
    found = _parsed("Status", raw)
    if found is None:
        return None, None
    code = found.code
    return (
        STATUSES[code] if code < len(STATUSES) else None,
        found.message.decode("utf-8", "replace") or None,
    )


# attributes ---------------------------------------------------------------------------------------------


class _Known(dict[bytes, tuple[str, Any]]):
    """Attributes seen before, by their bytes."""

    def __missing__(self, raw: bytes) -> tuple[str, Any]:
        attribute = _attribute(raw)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        if type(attribute[1]) not in (list, dict):  # those may be changed by whom they are given to
            self[raw] = attribute
        return attribute


_known = _Known()


class _Names(dict[bytes, str]):
    """Names of attributes seen before: one object each, which is quicker to look up by."""

    def __missing__(self, raw: bytes) -> str:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        name = self[raw] = raw.decode("utf-8", "replace")
        return name


_names = _Names()


def _attributes(raw: Any) -> Attributes:
    known, longest = _known, LONGEST_REMEMBERED
    return dict([known[one] if len(one) < longest else _attribute(one) for one in raw])


def _attribute(raw: bytes) -> tuple[str, Any]:
    """Decode one `KeyValue`; a text or number under a short key, the common ones, takes the short way."""
    try:
        key_end = 2 + raw[1]
        if raw[0] == _TAG_1 and raw[1] < 0x80 and raw[key_end : key_end + 1] == _TAG_2:
            start = key_end + 6
            size = len(raw) - start
            if -3 < size < 1 and raw[key_end + 2] == _TAG_3 and raw[key_end + 1] == size + 4:
                number = _short_number(raw[key_end + 3 :])
                if number is not None:
                    return _names[raw[2:key_end]], number
            if (
                0x80 <= size < 0x3FFD  # both lengths take two bytes: most texts
                and raw[key_end + 1] >= 0x80
                and raw[key_end + 1] - 0x80 + (raw[key_end + 2] << 7) == size + 3
                and raw[key_end + 3] == _TAG_1
                and raw[key_end + 4] >= 0x80
                and raw[key_end + 4] - 0x80 + (raw[key_end + 5] << 7) == size
            ):
                return _names[raw[2:key_end]], raw[start:].decode("utf-8", "replace")
            size, start = _varint(raw, key_end + 1)
            if start + size == len(raw) and size:
                if raw[start] == _TAG_1:
                    size, start = _varint(raw, start + 1)
                    if start + size == len(raw):
                        return _names[raw[2:key_end]], raw[start:].decode("utf-8", "replace")
                elif raw[start] == _TAG_3:
                    number, end = _varint(raw, start + 1)
                    if end == len(raw):
                        return _names[raw[2:key_end]], _signed(number)
        return _loose_attribute(raw, 0)
    except (IndexError, ValueError, struct.error):
        return "undecoded", _as_base64(raw)


def _short_number(raw: bytes) -> int | None:
    """Return the number that up to three bytes are as a whole; most figures of a span are such."""
    last = raw[-1]
    if last > 0x7F:
        return None
    if len(raw) == 1:
        return last
    first = raw[0]
    if len(raw) == 2:
        return first - 0x80 + (last << 7) if first > 0x7F else None
    middle = raw[1]
    return first - 0x80 + (middle - 0x80 << 7) + (last << 14) if first > 0x7F and middle > 0x7F else None


def _loose_attribute(raw: bytes, depth: int) -> tuple[str, Any]:
    key, value = "", None
    for number, found in _fields(raw):
        if number == 1:
            key = _text(found)
        elif number == 2:
            value = _value(_octets(found), depth)
    return key, value


def _value(raw: bytes, depth: int) -> Any:
    """Decode an `AnyValue`; of several kinds in one the last counts, as the encoding says."""
    if depth > DEEPEST_VALUE:
        return _as_base64(raw)
    value: Any = None
    for number, found in _fields(raw):
        if number in _DECODERS:
            value = _DECODERS[number](found, depth)
    return value


def _whole_number(found: int | bytes, depth: int) -> int:
    return _signed(_number(found))


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number


def _real_number(found: int | bytes, depth: int) -> float | str:
    (value,) = struct.unpack("<d", _octets(found))
    return value if math.isfinite(value) else str(value)


def _list(found: int | bytes, depth: int) -> list[Any]:
    return [_value(_octets(one), depth + 1) for number, one in _fields(_octets(found)) if number == 1]


def _object(found: int | bytes, depth: int) -> Attributes:
    pairs = (_octets(one) for number, one in _fields(_octets(found)) if number == 1)
    return dict(_loose_attribute(pair, depth + 1) for pair in pairs)


_DECODERS: dict[int, Callable[[int | bytes, int], Any]] = {
    1: lambda found, depth: _text(found),
    2: lambda found, depth: bool(_number(found)),
    3: _whole_number,
    4: _real_number,
    5: _list,
    6: _object,
    7: lambda found, depth: _as_base64(_octets(found)),
}
"""By the number of the field of `AnyValue`."""


# the wire -----------------------------------------------------------------------------------------------


def _fields(raw: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield number and content of each field. Raises: `IndexError` or `ValueError` for damaged bytes."""
    place = 0
    while place < len(raw):
        tag, place = _varint(raw, place)
        wire_type = tag & 7
        if wire_type == _VARINT:
            number, place = _varint(raw, place)
            yield tag >> 3, number
            continue
        size, place = _size(raw, place, wire_type)
        if place + size > len(raw):
            raise ValueError("a field ends behind its message")
        yield tag >> 3, raw[place : place + size]
        place += size


def _size(raw: bytes, place: int, wire_type: int) -> tuple[int, int]:
    if wire_type == _DELIMITED:
        return _varint(raw, place)
    if wire_type not in _FIXED_SIZES:
        raise ValueError(f"there is no wire type {wire_type}")
    return _FIXED_SIZES[wire_type], place


def _varint(raw: bytes, place: int) -> tuple[int, int]:
    """Return the number at `place` and the place behind it."""
    byte = raw[place]
    number, shift = byte & 0x7F, 7
    while byte > 0x7F:
        place += 1
        byte = raw[place]
        number |= (byte & 0x7F) << shift
        shift += 7
        if shift > _LONGEST_VARINT_BITS:
            raise ValueError("a number of more than ten bytes")
    return number & _ALL_BITS, place + 1


def _octets(found: int | bytes) -> bytes:
    if isinstance(found, int):
        raise ValueError("a number where bytes belong")
    return found


def _number(found: int | bytes) -> int:
    if not isinstance(found, int):
        raise ValueError("bytes where a number belongs")
    return found


def _text(found: int | bytes) -> str:
    return _octets(found).decode("utf-8", "replace")


def _as_base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _parsed(name: str, raw: bytes) -> Any | None:
    try:
        return _messages()[name].FromString(raw)
    except DecodeError:
        return None


@cache
def _messages() -> dict[str, Any]:
    """Build the message types, by name."""
    file = descriptor_pb2.FileDescriptorProto(name="lean_trace.proto", package="lean_trace", syntax="proto3")
    for name, fields in _MESSAGES.items():
        message = file.message_type.add(name=name)
        for field_name, number, kind, is_repeated, type_name in fields:
            label = _FIELD.LABEL_REPEATED if is_repeated else _FIELD.LABEL_OPTIONAL
            field = message.field.add(name=field_name, number=number, type=kind, label=label)
            if type_name:
                field.type_name = f".lean_trace.{type_name}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"lean_trace.{name}"))
        for name in _MESSAGES
    }
