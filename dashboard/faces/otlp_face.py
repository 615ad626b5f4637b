"""The receiver of traces: `POST /v1/traces` as OTLP over HTTP has it, in protobuf or JSON, gzip or not.

A request is answered with success only when its spans are stored. Whoever sends too much at once is asked to
try again; what cannot be read is refused in the protocol's own words.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import anyio
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from dashboard.current_desk import Desk, current_desk
from dashboard.faces.access import caller_of
from dashboard.faces.otlp_answers import JSON, PROTOBUF, media_type_of, refusal, stored_answer
from dashboard.span_intake import SpanIntake
from data_access.contracts.receiving import SpanDelivery, SpanReceipt
from data_access.errors import (
    BodyTooLarge,
    CaseboardError,
    InvalidInput,
    MediaTypeUnknown,
    MethodNotAllowed,
    NotFound,
    StoreError,
    TimeLimit,
)

TRACES = "/v1/traces"
LARGEST_REQUEST = 64 * 2**20
"""Bytes of a request when it is unpacked."""
LONGEST_WAIT = 30.0
"""Seconds until spans that arrived must be stored; whoever sent them then tries again."""
_GZIP = 16 + zlib.MAX_WBITS


class OtlpFace:
    """The receiver: its routes, and what stores the spans while a desk is open."""

    def __init__(self) -> None:
        self._intake: SpanIntake | None = None

    @contextmanager
    def receiving(self, desk: Desk) -> Iterator[None]:
        """Take spans for `desk` until the block ends; what arrived by then is stored."""
        if desk.store is None:
            yield
            return
        self._intake = SpanIntake(desk.store, desk.settings.prices)
        try:
            yield
        finally:
            self._intake.close()

    @property
    def routes(self) -> list[BaseRoute]:
        """The route of the receiver, and one that says what is none."""
        nothing_here = _NothingHere()
        return [
            Route(TRACES, self._traces, methods=["POST"]),
            Route("/v1/{rest:anything}", nothing_here),
            Route("/v1", nothing_here),
        ]

    async def _traces(self, request: Request) -> Response:
        try:
            receipt = await self._stored(await _delivery(request))
        except CaseboardError as fault:
            return refusal(fault, request.scope)
        return stored_answer(media_type_of(request.headers), receipt.rejected, receipt.why)

    async def _stored(self, delivery: SpanDelivery) -> SpanReceipt:
        if self._intake is None:
            raise current_desk().fault or StoreError("The database is closed. Restart the desk.")
        promise = asyncio.wrap_future(self._intake.offer(delivery))
        with anyio.move_on_after(LONGEST_WAIT):
            return await asyncio.shield(promise)
        raise TimeLimit(f"The spans were not stored within {LONGEST_WAIT:g} seconds. Send them again.")


async def _delivery(request: Request) -> SpanDelivery:
    caller = caller_of(request)
    caller.principal.require("publish")
    media_type = media_type_of(request.headers)
    if media_type not in (PROTOBUF, JSON):
        raise MediaTypeUnknown(
            f"Traces are taken as {PROTOBUF} or {JSON}, not as {media_type[:100] or 'nothing named'}."
        )
    body = await request.body()
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding == "gzip":
        body = await anyio.to_thread.run_sync(unpacked, body)
    elif encoding not in ("identity", ""):
        raise MediaTypeUnknown(f"A body is taken as it is or with gzip, not with {encoding[:100]}.")
    return SpanDelivery(body, media_type == JSON, caller.principal, caller.face)


def unpacked(packed: bytes, largest: int = LARGEST_REQUEST) -> bytes:
    """Return what gzip packed, in one part or several. Raises: `InvalidInput`, `BodyTooLarge`."""
    whole = bytearray()
    left = packed
    try:
        while left:
            part = zlib.decompressobj(_GZIP)
            whole += part.decompress(left, largest + 1 - len(whole))
            if len(whole) > largest:
                raise BodyTooLarge(
                    f"The request is larger than {largest:,} bytes when it is unpacked. Send less at once."
                )
            if not part.eof:
                raise InvalidInput("The request cannot be unpacked: it ends too early. Send it again.")
            left = part.unused_data
    except zlib.error as error:
        raise InvalidInput(f"The request cannot be unpacked: {error}. Send valid gzip.") from error
    return bytes(whole)


class _NothingHere:
    """Answers for addresses under `/v1` that are no receiver, whatever the method."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path == TRACES:
            fault: CaseboardError = MethodNotAllowed(f"{TRACES} takes POST, not {scope['method']}.")
            answer = refusal(fault, scope, {"allow": "POST"})
        else:
            fault = NotFound(f"There is nothing at {path[:200]}. Only traces are received, at {TRACES}.")
            answer = refusal(fault, scope)
        await answer(scope, receive, send)
