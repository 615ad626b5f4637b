"""Knows browsers again that come to the pages: a first-party cookie of random signs, out of reach of scripts.

It proves nothing about a person. The pages are told its hash, never the cookie, in a header that nobody else
can set; another header tells them whether the browser runs on this machine.
"""

from __future__ import annotations

import re
import secrets

from starlette.datastructures import MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.faces.access import is_guarded, is_local
from dashboard.page_viewer import IS_LOCAL, VIEWER_COOKIE, VIEWER_HEADER
from data_access.rules.viewer_identity import viewer_id

_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_YEAR = 365 * 24 * 3600
_OWN = (IS_LOCAL.encode(), VIEWER_HEADER.encode())


class ViewerCookie:
    """Wraps an ASGI application."""

    def __init__(self, app: ASGIApp, *, behind_proxy: bool = False) -> None:
        self._app = app
        self._behind_proxy = behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does; a page that is opened without the cookie gets one."""
        if scope["type"] not in {"http", "websocket"} or is_guarded(scope["path"]):
            await self._app(scope, receive, send)
            return
        known = _known(scope)
        here = not self._behind_proxy and is_local(scope)
        scope = {**scope, "headers": _told(scope, known, is_here=here)}
        is_page = scope["type"] == "http" and scope["method"] == "GET"
        await self._app(scope, receive, send if known or not is_page else _giving(scope, send))


def _known(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == b"cookie":
            found = cookie_parser(value.decode("latin-1")).get(VIEWER_COOKIE, "")
            if _ID.fullmatch(found):
                return found
    return None


def _told(scope: Scope, known: str | None, *, is_here: bool) -> list[tuple[bytes, bytes]]:
    """Replace whatever a browser said under our names by what is so."""
    headers = [pair for pair in scope["headers"] if pair[0].lower() not in _OWN]
    headers.append((IS_LOCAL.encode(), b"1" if is_here else b"0"))
    return headers + ([(VIEWER_HEADER.encode(), viewer_id(known).encode())] if known else [])


def _giving(scope: Scope, send: Send) -> Send:
    """Return a `send` that adds the cookie to a document."""
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    given = f"{VIEWER_COOKIE}={secrets.token_urlsafe(16)}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"

    async def adding(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            if headers.get("content-type", "").startswith("text/html"):
                headers.append("set-cookie", given + secure)
        await send(message)

    return adding
