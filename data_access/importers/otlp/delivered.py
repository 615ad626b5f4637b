"""Decodes one request as a receiver gets it: the protocol's own forms, all of it or nothing readable."""

from __future__ import annotations

import orjson

from data_access.errors import InvalidInput
from data_access.importers.otlp.json_requests import RefusedValue, spans_of_document
from data_access.importers.otlp.protobuf_requests import Refused, spans_of_request
from data_access.importers.otlp.span_record import Span

Piece = Span | Refused | RefusedValue
"""A span, or a piece of a request that is none."""
_OTHER_SIGNALS = ("resourceLogs", "resourceMetrics", "resourceProfiles")


def decoded(body: bytes, *, is_json: bool) -> list[Piece]:
    """Return the spans of a request, and what of it is no span; none for an empty one.

    Raises: `InvalidInput` when the body is no request at all.
    """
    return _from_json(body) if is_json else _from_protobuf(body)


def _from_protobuf(body: bytes) -> list[Piece]:
    pieces: list[Piece] = list(spans_of_request(body))
    if len(pieces) == 1 and isinstance(pieces[0], Refused) and pieces[0].raw == body:
        raise InvalidInput("The request is no ExportTraceServiceRequest in protobuf. Nothing was stored.")
    return pieces


def _from_json(body: bytes) -> list[Piece]:
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise InvalidInput(f"The request is no JSON: {error}. Nothing was stored.") from error
    if not isinstance(document, dict):
        raise InvalidInput("The request is no JSON object with `resourceSpans`. Nothing was stored.")
    other = next((name for name in _OTHER_SIGNALS if name in document), None)
    if other is not None:
        raise InvalidInput(f"The request holds {other}, and this address takes traces. Nothing was stored.")
    if not document:
        return []
    pieces: list[Piece] = list(spans_of_document(document))
    if len(pieces) == 1 and isinstance(pieces[0], RefusedValue) and pieces[0].value is document:
        raise InvalidInput("The request is no JSON object with `resourceSpans`. Nothing was stored.")
    return pieces
