"""Answers every request with the headers that keep a browser on this desk, and refuses foreign host names.

Pure ASGI: nothing is buffered, websockets pass. It holds no list of paths; every face is covered alike.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.faces.first_page import inline_script_hashes
from dashboard.faces.otlp_answers import refusal
from dashboard.loopback import host_named
from data_access.errors import ForeignHost

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        # Components load from blob addresses; the inline scripts of the first document are named by hash.
        f"script-src 'self' blob: {' '.join(inline_script_hashes())}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "media-src 'self' blob:",
        "frame-src 'none'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_NAMES = {name for name, _ in HEADERS}
SECOND_ENGINE_PATH = "/component/streamlit_mermaid.streamlit_mermaid/"
"""Where the files of the optional second map engine are served, which runs in a frame."""
_FRAMED_POLICY = "; ".join(
    (
        # Nothing but its own scripts: no picture, no font, no request, and no way into this desk, because
        # `sandbox` gives the frame an origin of its own.
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'unsafe-inline'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
    )
)


def _with_policy(policy: str, *, but: bytes = b"") -> tuple[tuple[bytes, bytes], ...]:
    other = tuple(pair for pair in HEADERS[1:] if pair[0] != but)
    return ((b"content-security-policy", policy.encode()), *other)


FRAMED_HEADERS = (
    *_with_policy(_FRAMED_POLICY, but=b"x-frame-options"),
    (b"access-control-allow-origin", b"null"),  # its scripts are loaded by a frame without an origin
)
FRAMING_HEADERS = _with_policy(CONTENT_SECURITY_POLICY.replace("frame-src 'none'", "frame-src 'self'"))


class SecurityHeaders:
    """Wraps an ASGI application with the headers of this module.

    With the `second_engine` pages may hold frames of this desk, and its files may stand in one.
    """

    def __init__(self, app: ASGIApp, *, second_engine: bool = False) -> None:
        self._app = app
        self._second_engine = second_engine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, headers added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        headers = self._headers(scope["path"])

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [pair for pair in message.get("headers", []) if pair[0].lower() not in _NAMES]
                message = {**message, "headers": [*kept, *headers]}
            await send(message)

        await self._app(scope, receive, guarded)

    def _headers(self, path: str) -> tuple[tuple[bytes, bytes], ...]:
        if not self._second_engine:
            return HEADERS
        return FRAMED_HEADERS if path.startswith(SECOND_ENGINE_PATH) else FRAMING_HEADERS


class AllowedHosts:
    """Refuses requests whose Host header names none of the hosts this desk is known by (DNS rebinding)."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, or refuse."""
        if scope["type"] not in {"http", "websocket"} or _host(scope) in self._hosts:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            fault = ForeignHost(
                "This desk does not answer under that host name. Add it to the allowed hosts in the settings."
            )
            await refusal(fault, scope)(scope, receive, send)


def _host(scope: Scope) -> str:
    """Return the host named by the request, without its port and in lower case."""
    raw: bytes = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return host_named(raw.decode("latin-1"))
