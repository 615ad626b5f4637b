"""Takes in the body of a request to REST or MCP whole, up to its limit and in its time.

Chunked bodies are counted. Whoever sends too much or too slowly is answered before any work is done for them.
"""

from __future__ import annotations

import anyio
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.faces.access import is_guarded
from dashboard.faces.otlp_answers import refusal
from data_access.contracts.attachments import LARGEST_FILE
from data_access.errors import BodyTooLarge, CaseboardError, TimeLimit

LARGEST_BODY = 4 * 2**20
"""Bytes of a request."""
LARGEST_CHUNK = 16 * 2**20
"""Bytes of one piece of an uploaded log."""
LARGEST_TRACES = 16 * 2**20
"""Bytes of a request with spans, as it is sent."""
LARGEST_ATTACHMENT = LARGEST_FILE * 4 // 3 + 2**16
"""Bytes of a request with a file in base64."""
_LIMITS = {
    "/api/uploads": LARGEST_CHUNK,
    "/api/attachments": LARGEST_ATTACHMENT,
    "/v1/": LARGEST_TRACES,
}
"""By how a path begins; others take `LARGEST_BODY`."""
_LONGEST = 60
"""Seconds in which a body must have arrived."""


class BodyLimit:
    """Wraps an ASGI application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, or refuse."""
        if scope["type"] != "http" or not is_guarded(scope["path"]):
            await self._app(scope, receive, send)
            return
        try:
            body = await _body(scope, receive)
        except CaseboardError as fault:
            await refusal(fault, scope, {"connection": "close"})(scope, receive, send)
        except ClientDisconnect:
            return
        else:
            await self._app(scope, _again(body, receive), send)


async def _body(scope: Scope, receive: Receive) -> bytes:
    limit = next((most for begin, most in _LIMITS.items() if scope["path"].startswith(begin)), LARGEST_BODY)
    said = Headers(scope=scope).get("content-length", "")
    if said.isdecimal() and int(said) > limit:
        raise _too_large(limit)
    parts = bytearray()
    with anyio.move_on_after(_LONGEST):
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            parts += message.get("body", b"")
            if len(parts) > limit:
                raise _too_large(limit)
            if not message.get("more_body", False):
                return bytes(parts)
    raise TimeLimit(f"The request did not arrive within {_LONGEST} seconds. Send it again.")


def _too_large(limit: int) -> BodyTooLarge:
    return BodyTooLarge(f"The request is larger than the {limit:,} bytes that are taken here. Send less.")


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body first."""
    is_given = False

    async def given() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return given
