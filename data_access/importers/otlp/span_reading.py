"""Takes spans on their way from a request or a document into a sink, and counts each as a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import orjson

from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import RAW_TEXT_LIMIT, LineRecord, json_records
from data_access.importers.otlp.json_requests import RefusedValue, spans_of_document
from data_access.importers.otlp.payloads import as_json, written
from data_access.importers.otlp.protobuf_requests import Refused, spans_of_request
from data_access.importers.otlp.request_files import Request, requests_of
from data_access.importers.otlp.span_record import Span
from data_access.importers.otlp.trace_rows import SpanReader
from data_access.importers.sink import Sink
from data_access.rules.identity import digest
from data_access.rules.redaction import mask_text

_OTHER_SIGNALS = {"resourceLogs": "logs", "resourceMetrics": "metrics"}


def read_spans(path: Path, begin: ReadFrom, sink: Sink, *, is_binary: bool) -> None:
    """Read one file into the sink. Raises: `OSError` for an unreadable file."""
    reading = SpanReading(sink)
    if is_binary:
        for request in requests_of(path, begin.offset, begin.line):
            reading.take_request(request)
    else:
        for record in json_records(path, begin, sink):
            reading.take_document(record)
    reading.spans.flush()


class SpanReading:
    """Spans on their way into a sink, each counted as a record."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._nameless: Counter[str] = Counter()
        self.spans = SpanReader(sink)

    def take(self, pieces: Iterable[Span | Refused | RefusedValue], line: int) -> None:
        """Read what one request or document holds."""
        for one in pieces:
            if isinstance(one, Span):
                self._take(one, line)
            elif isinstance(one, Refused):
                self._reject(line, one.reason, _printable(one.raw))
            else:
                self._reject(line, one.reason, _shown(one.value))

    def take_document(self, record: LineRecord) -> None:
        """Read one JSON object, which was counted as one record and holds any number of spans."""
        tally = self._sink.tally
        tally.records -= 1
        before = tally.records
        other = next((_OTHER_SIGNALS[name] for name in _OTHER_SIGNALS if name in record.value), None)
        if other is None:
            self.take(spans_of_document(record.value), record.line)
        if tally.records == before:
            tally.records += 1
            self._sink.keep_other(record.line, other or "empty_request", record.text)

    def take_request(self, request: Request) -> None:
        """Read one request in protobuf."""
        tally = self._sink.tally
        if request.is_cut:
            self._reject(request.number, "the file ends inside a request", _printable(request.body))
            return
        before = tally.records
        self.take(spans_of_request(request.body), request.number)
        if tally.records == before:
            tally.records += 1
            self._sink.keep_other(request.number, "empty_request", "{}")
        if request.end:
            tally.resume_offset, tally.resume_line = request.end, request.number

    def _take(self, span: Span, line: int) -> None:
        if not span.trace_id and not span.span_id and not span.name and span.start_ns is None:
            span = self._named(span)
        if not span.trace_id or not span.span_id:
            missing = "trace id" if not span.trace_id else "span id"
            self._reject(line, f"a span without a {missing}", written(as_json(span)))
            return
        self._sink.tally.records += 1
        self.spans.take(span, line)

    def _named(self, span: Span) -> Span:
        """Attributes alone are a run of one span, named after what they say; equal ones are counted."""
        said = digest(written(as_json(span)))
        self._nameless[said] += 1
        name = f"{said}-{self._nameless[said]}"
        return span._replace(trace_id=f"attributes-{name}", span_id=name)

    def _reject(self, line: int, reason: str, raw: str) -> None:
        shown, masked = mask_text(raw[: 2 * RAW_TEXT_LIMIT])
        if len(shown) > RAW_TEXT_LIMIT or len(raw) > 2 * RAW_TEXT_LIMIT:
            shown = f"{shown[:RAW_TEXT_LIMIT]} … [cut here; {len(raw)} characters in all]"
        self._sink.tally.secrets_masked += masked
        self._sink.reject(line, reason, shown)


def _shown(value: object) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return repr(value)


def _printable(raw: bytes) -> str:
    return raw.decode("utf-8", "backslashreplace")
