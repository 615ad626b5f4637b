"""The same span comes out of every encoding, and damage stays where it is."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue

from data_access.importers.otlp.json_requests import RefusedValue, spans_of_document
from data_access.importers.otlp.protobuf_requests import Refused, spans_of_request
from data_access.importers.otlp.span_record import Resource, Scope, Span, SpanEvent, SpanLink

TRACE = "5b8efff798038103d269b633813fc60c"
EXPECTED = Span(
    trace_id=TRACE,
    span_id="eee19b7ec3c1b174",
    parent_span_id="eee19b7ec3c1b173",
    name="chat 水质",
    kind="client",
    start_ns=1777629600000000001,
    end_ns=1777629601000000002,
    status="error",
    status_message="timeout",
    attributes={
        "text": "a\nb",
        "long": "x" * 300,
        "negative": -5,
        "ratio": 0.5,
        "yes": True,
        "list": ["a", 1],
        "object": {"k": "v"},
        "bytes": "AAE=",
        "none": None,
    },
    events=(SpanEvent("exception", 1777629600500000000, {"exception.type": "Timeout"}),),
    links=(SpanLink("0" * 31 + "1", "0" * 15 + "2", {"why": "retry"}),),
    resource=Resource({"service.name": "app"}),
    scope=Scope("instrumentation", "1.0", {}),
    more={"traceState": "a=b", "droppedEventsCount": 2},
)


def protobuf_request() -> bytes:
    request = ExportTraceServiceRequest()
    group = request.resource_spans.add()
    group.resource.attributes.append(KeyValue(key="service.name", value=AnyValue(string_value="app")))
    scope_group = group.scope_spans.add()
    scope_group.scope.name, scope_group.scope.version = "instrumentation", "1.0"
    span = scope_group.spans.add(
        trace_id=bytes.fromhex(TRACE),
        span_id=bytes.fromhex(EXPECTED.span_id),
        parent_span_id=bytes.fromhex(EXPECTED.parent_span_id or ""),
        name=EXPECTED.name,
        kind=3,
        start_time_unix_nano=EXPECTED.start_ns or 0,
        end_time_unix_nano=EXPECTED.end_ns or 0,
        trace_state="a=b",
        dropped_events_count=2,
    )
    span.status.code, span.status.message = 2, "timeout"
    for key, value in EXPECTED.attributes.items():
        span.attributes.append(KeyValue(key=key, value=any_value(key, value)))
    event = span.events.add(name="exception", time_unix_nano=1777629600500000000)
    event.attributes.append(KeyValue(key="exception.type", value=AnyValue(string_value="Timeout")))
    link = span.links.add(trace_id=bytes(15) + b"\x01", span_id=bytes(7) + b"\x02")
    link.attributes.append(KeyValue(key="why", value=AnyValue(string_value="retry")))
    return request.SerializeToString()


def any_value(key: str, value: Any) -> AnyValue:
    found = AnyValue()
    if key == "bytes":
        found.bytes_value = b"\x00\x01"
    elif isinstance(value, bool):
        found.bool_value = value
    elif isinstance(value, int):
        found.int_value = value
    elif isinstance(value, float):
        found.double_value = value
    elif isinstance(value, str):
        found.string_value = value
    elif isinstance(value, list):
        found.array_value.values.extend(any_value("", one) for one in value)
    elif isinstance(value, dict):
        found.kvlist_value.values.extend(KeyValue(key=k, value=any_value("", v)) for k, v in value.items())
    return found


JSON_REQUEST = {
    "resourceSpans": [
        {
            "resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "app"}}]},
            "scopeSpans": [
                {
                    "scope": {"name": "instrumentation", "version": "1.0"},
                    "spans": [
                        {
                            "traceId": TRACE.upper(),
                            "spanId": "7uGbfsPBsXQ=",
                            "parentSpanId": "0xEEE19B7EC3C1B173",
                            "name": "chat 水质",
                            "kind": "SPAN_KIND_CLIENT",
                            "startTimeUnixNano": "1777629600000000001",
                            "endTimeUnixNano": 1777629601000000002,
                            "status": {"code": "STATUS_CODE_ERROR", "message": "timeout"},
                            "attributes": [
                                {"key": "text", "value": {"stringValue": "a\nb"}},
                                {"key": "long", "value": {"stringValue": "x" * 300}},
                                {"key": "negative", "value": {"intValue": "-5"}},
                                {"key": "ratio", "value": {"doubleValue": 0.5}},
                                {"key": "yes", "value": {"boolValue": True}},
                                {
                                    "key": "list",
                                    "value": {
                                        "arrayValue": {"values": [{"stringValue": "a"}, {"intValue": 1}]}
                                    },
                                },
                                {
                                    "key": "object",
                                    "value": {
                                        "kvlistValue": {
                                            "values": [{"key": "k", "value": {"stringValue": "v"}}]
                                        }
                                    },
                                },
                                {"key": "bytes", "value": {"bytesValue": "AAE="}},
                                {"key": "none", "value": {}},
                            ],
                            "events": [
                                {
                                    "name": "exception",
                                    "timeUnixNano": "1777629600500000000",
                                    "attributes": [
                                        {"key": "exception.type", "value": {"stringValue": "Timeout"}}
                                    ],
                                }
                            ],
                            "links": [
                                {
                                    "traceId": "0" * 31 + "1",
                                    "spanId": "0" * 15 + "2",
                                    "attributes": [{"key": "why", "value": {"stringValue": "retry"}}],
                                }
                            ],
                            "traceState": "a=b",
                            "droppedEventsCount": 2,
                        }
                    ],
                }
            ],
        }
    ]
}


def test_a_span_comes_out_of_protobuf_with_everything_it_says() -> None:
    assert list(spans_of_request(protobuf_request())) == [EXPECTED]


def test_a_span_comes_out_of_json_as_out_of_protobuf_however_ids_numbers_and_words_are_spelled() -> None:
    assert list(spans_of_document(JSON_REQUEST)) == [EXPECTED]


def test_a_span_of_the_python_console_is_read() -> None:
    console = {
        "name": "chat",
        "context": {"trace_id": f"0x{TRACE}", "span_id": "0xeee19b7ec3c1b174", "trace_state": "[]"},
        "kind": "SpanKind.CLIENT",
        "parent_id": None,
        "start_time": "2026-11-30T21:12:32.246164Z",
        "end_time": "2026-11-30T21:12:32.273167Z",
        "status": {"status_code": "ERROR", "description": "timeout"},
        "attributes": {"gen_ai.usage.input_tokens": 5},
        "events": [{"name": "exception", "timestamp": "2026-11-30T21:12:32.25Z", "attributes": {"a": "b"}}],
        "links": [],
        "resource": {"attributes": {"service.name": "app"}, "schema_url": ""},
    }
    assert list(spans_of_document(console)) == [
        Span(
            TRACE,
            "eee19b7ec3c1b174",
            None,
            "chat",
            "client",
            1796073152246164000,
            1796073152273167000,
            "error",
            "timeout",
            {"gen_ai.usage.input_tokens": 5},
            (SpanEvent("exception", 1796073152250000000, {"a": "b"}),),
            (),
            Resource({"service.name": "app"}),
            None,
            None,
        )
    ]


def test_one_damaged_span_is_refused_alone() -> None:
    good, bad = protobuf_request(), bytearray(protobuf_request())
    name = bad.index(b"chat")
    bad[name - 2] = 0x2F  # a field of a kind that does not exist
    merged = good + bytes(bad)  # two messages behind each other are one with both lists
    found = list(spans_of_request(merged))
    assert found[0] == EXPECTED
    assert [type(one) for one in found[1:]] == [Refused]


def test_text_that_is_no_utf_8_spoils_itself_only() -> None:
    request = protobuf_request().replace("水".encode(), b"\xff\xfe\xfd")
    (span,) = spans_of_request(request)
    assert isinstance(span, Span)
    assert span._replace(name=EXPECTED.name) == EXPECTED


@given(st.binary(max_size=200))
def test_any_bytes_decode_or_are_refused(body: bytes) -> None:
    assert all(isinstance(one, Span | Refused) for one in spans_of_request(body))


@given(st.integers(0, 600), st.integers(0, 255))
def test_any_changed_byte_decodes_or_is_refused(place: int, byte: int) -> None:
    body = bytearray(protobuf_request())
    body[place % len(body)] = byte
    assert all(isinstance(one, Span | Refused) for one in spans_of_request(bytes(body)))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=10,
)
KEYS = st.sampled_from(
    [
        "resourceSpans",
        "scopeSpans",
        "spans",
        "scope",
        "resource",
        "attributes",
        "key",
        "value",
        "stringValue",
        "intValue",
        "traceId",
        "spanId",
        "parentSpanId",
        "name",
        "kind",
        "status",
        "code",
        "events",
        "links",
        "startTimeUnixNano",
        "context",
        "trace_id",
        "span_id",
    ]
)


@given(
    st.recursive(
        VALUES, lambda inner: st.dictionaries(KEYS, inner, max_size=6) | st.lists(inner, max_size=3)
    ).filter(lambda value: isinstance(value, dict))
)
def test_any_document_is_read_or_refused(value: dict[str, Any]) -> None:
    assert all(isinstance(one, Span | RefusedValue) for one in spans_of_document(value))


def test_what_is_read_can_be_written_as_json() -> None:
    (span,) = spans_of_request(protobuf_request())
    assert isinstance(span, Span)
    assert orjson.loads(orjson.dumps(span.attributes)) == EXPECTED.attributes


def test_an_attribute_without_a_value_keeps_its_name() -> None:
    assert decoded_attributes(KeyValue(key="note").SerializeToString()) == {"note": None}


def test_a_damaged_number_spoils_its_attribute_alone() -> None:
    assert list(decoded_attributes(b"\x0a\x01k\x12\x02\x21\x00")) == ["undecoded"]


@pytest.mark.parametrize("size", [0, 1, 96, 124, 127, 128, 300, 16_376, 16_380, 16_384, 70_000])
@pytest.mark.parametrize("name", ["k", "input.value", "k" * 127, "k" * 128])
def test_texts_of_every_length_are_decoded(name: str, size: int) -> None:
    one = KeyValue(key=name, value=AnyValue(string_value="x" * size))
    assert decoded_attributes(one.SerializeToString()) == {name: "x" * size}


def decoded_attributes(raw: bytes) -> dict[str, object]:
    """Return the attributes of a span that has `raw` for one of them."""
    body = b"\x4a" + _varint(len(raw)) + raw
    for tag in (b"\x12", b"\x12", b"\x0a"):
        body = tag + _varint(len(body)) + body
    (found,) = spans_of_request(body)
    assert isinstance(found, Span)
    return found.attributes


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])
