"""Keeps the cookies that say who somebody is from being planted or read along.

Behind HTTPS each of them travels under a `__Host-` name: a browser takes such a cookie only from this very
host, over HTTPS, so that neither a neighbouring host name nor a plain connection can plant one. A cookie that
comes twice counts for nothing: one of the two was planted.
"""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.page_viewer import VIEWER_COOKIE

_PREFIX = b"__Host-"
_GUARDED = re.compile(
    rb"(?:" + VIEWER_COOKIE.encode() + rb"|_streamlit_session|_streamlit_user(?:_tokens)?(?:_\d+)?)"
)

Headers = list[tuple[bytes, bytes]]


class SafeCookies:
    """Wraps an ASGI application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, with the cookies it may believe."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        is_safe = scope.get("scheme") in {"https", "wss"}
        scope = {**scope, "headers": _believed(scope["headers"], is_safe=is_safe)}
        await self._app(scope, receive, _guarding(send) if is_safe else send)


def _believed(headers: Headers, *, is_safe: bool) -> Headers:
    shown = [pair for name, value in headers if name.lower() == b"cookie" for pair in value.split(b";")]
    kept: dict[bytes, list[bytes]] = {}
    for pair in shown:
        name, _, value = pair.strip().partition(b"=")
        inner = name.removeprefix(_PREFIX) if is_safe else name
        if _GUARDED.fullmatch(inner) and is_safe != name.startswith(_PREFIX):
            continue
        kept.setdefault(inner, []).append(value)
    told = [
        inner + b"=" + values[0]
        for inner, values in kept.items()
        if len(values) == 1 or not _GUARDED.fullmatch(inner)
    ]
    others = [(name, value) for name, value in headers if name.lower() != b"cookie"]
    return [*others, (b"cookie", b"; ".join(told))] if told else others


def _guarding(send: Send) -> Send:
    """Return a `send` under which cookies go over HTTPS only, those that say who one is under safe names."""

    async def guarded(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.accept"}:
            headers = [
                (name, _guarded(value) if name.lower() == b"set-cookie" else value)
                for name, value in message.get("headers", [])
            ]
            message = {**message, "headers": headers}
        await send(message)

    return guarded


def _guarded(cookie: bytes) -> bytes:
    if not re.search(rb";\s*secure\s*(?:;|$)", cookie, re.IGNORECASE):
        cookie += b"; Secure"
    return _PREFIX + cookie if _GUARDED.fullmatch(cookie.partition(b"=")[0]) else cookie
