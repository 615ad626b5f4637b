"""Answers in the words of OTLP over HTTP: what was stored, or a `google.rpc.Status` that says why not.

Both messages are a few bytes; they are written here, in protobuf or JSON as the request was.
"""

from __future__ import annotations

from collections.abc import Mapping

import orjson
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from dashboard.faces.error_answers import error_answer, status_of
from data_access.errors import CaseboardError, DiskFull

PROTOBUF, JSON = "application/x-protobuf", "application/json"
RECEIVER = "/v1"
"""Addresses below it speak this protocol."""
_CODES = {
    400: 3,  # INVALID_ARGUMENT
    401: 16,  # UNAUTHENTICATED
    403: 7,  # PERMISSION_DENIED
    404: 5,  # NOT_FOUND
    405: 12,  # UNIMPLEMENTED
    413: 8,  # RESOURCE_EXHAUSTED
    415: 3,
    421: 7,
    429: 8,
    503: 14,  # UNAVAILABLE
}
_INTERNAL = 13
_VARINT, _DELIMITED = 0, 2
_RETRY_SECONDS = "1"


def stored_answer(media_type: str, rejected: int = 0, why: str = "") -> Response:
    """Return the answer to a request that was taken: empty, or with the number of spans that were not."""
    if media_type == JSON:
        told = {"partialSuccess": {"rejectedSpans": str(rejected), "errorMessage": why}} if rejected else {}
        return Response(orjson.dumps(told), media_type=JSON)
    partial = _number(1, rejected) + _text(2, why) if rejected else b""
    return Response(_delimited(1, partial) if rejected else b"", media_type=PROTOBUF)


def refusal(fault: CaseboardError, scope: Scope, headers: Mapping[str, str] | None = None) -> Response:
    """Return `fault` as the address that was asked says no: as a status of OTLP, or as the desk does."""
    answer = error_answer(fault, headers)
    if not _is_receiver(scope["path"]):
        return answer
    # A sender drops what is refused for good: a full disk is worth another try.
    status = 503 if isinstance(fault, DiskFull) else status_of(fault)
    kept = {name: value for name, value in answer.headers.items() if not name.startswith("content-")}
    if status == 503:
        kept["retry-after"] = _RETRY_SECONDS
    code = _CODES.get(status, _INTERNAL)
    if media_type_of(Headers(scope=scope)) == PROTOBUF:
        body = _number(1, code) + _text(2, fault.message)
        return Response(body, status, kept, media_type=PROTOBUF)
    document = {"code": code, "message": fault.message}
    return Response(orjson.dumps(document), status, kept, media_type=JSON)


def media_type_of(headers: Headers) -> str:
    """Return the media type of a request, without its parameters."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _is_receiver(path: str) -> bool:
    return path == RECEIVER or path.startswith(f"{RECEIVER}/")


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3 | _VARINT) + _varint(value)


def _text(field: int, value: str) -> bytes:
    return _delimited(field, value.encode("utf-8", "replace"))


def _delimited(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | _DELIMITED) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])
