"""Finds out who speaks to REST and MCP, and refuses pages of other hosts. Pages have their own way in.

On this machine, and before the desk has a token, any local program is one unverified agent that reads and
publishes. From the first token on, whoever asks shows one, and always on a desk to which people sign in. No
answer carries CORS headers.
"""

from __future__ import annotations

import base64
import hmac
from datetime import UTC, datetime
from urllib.parse import urlsplit

import anyio
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from dashboard.asking import ACT_AS_AGENT
from dashboard.current_desk import Desk, current_desk
from dashboard.faces.caller import Caller
from dashboard.faces.otlp_answers import refusal
from dashboard.loopback import LOCAL_NAMES, host_named, is_loopback
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER, Face, Principal
from data_access.errors import CaseboardError, ForeignHost, StoreError, TokenInvalid, TokenRequired
from data_access.reading.tokens import has_tokens, principal_of

GUARDED = ("/api", "/mcp", "/v1")
FEEDS = ("/api/inbox.json", "/api/inbox.atom")
"""Addresses that take a token as the password of HTTP Basic too: few feed readers can send another header."""
OPEN = frozenset({"/api/health", "/api/version", "/api/docs", "/api/openapi.json"})
"""Addresses that say nothing about what the desk holds."""
_PRINCIPAL = "caseboard.principal"


def is_guarded(path: str) -> bool:
    """Say whether REST, MCP or a receiver of traces answers at `path`."""
    return any(path == begins or path.startswith(f"{begins}/") for begins in GUARDED)


def caller_of(request: Request) -> Caller:
    """Return who asks. Raises: `TokenRequired` for a request that came past the guard."""
    principal = request.scope.get(_PRINCIPAL)
    if principal is None:
        raise TokenRequired("Nobody checked who asks. Ask through the address of the desk.")
    face: Face = "mcp" if request.scope["path"].startswith("/mcp") else "rest"
    return Caller(current_desk(), principal, face)


class Access:
    """Wraps an ASGI application; what it lets through carries its principal."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], *, behind_proxy: bool = False) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._behind_proxy = behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, or refuse."""
        if scope["type"] != "http" or not is_guarded(scope["path"]):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._refuse_foreign_pages(headers)
            if scope["path"] not in OPEN:
                desk, here = current_desk(), not self._behind_proxy and is_local(scope)
                shown = _token_shown(headers, takes_basic=scope["path"] in FEEDS)
                scope[_PRINCIPAL] = await anyio.to_thread.run_sync(_principal, desk, headers, shown, here)
        except CaseboardError as fault:
            ask = {"www-authenticate": _ASK_READER} if _asks_reader(fault, scope) else None
            await refusal(fault, scope, ask)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refuse_foreign_pages(self, headers: Headers) -> None:
        origin = headers.get("origin")
        is_foreign = origin is not None and (urlsplit(origin).hostname or "") not in {
            host.strip("[]") for host in self._hosts
        }
        if is_foreign or headers.get("sec-fetch-site") == "cross-site":
            raise ForeignHost("A page of another host may not speak to this desk.")


_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")


def is_local(scope: Scope) -> bool:
    """Say whether a request comes from this machine, under one of its own names: no proxy stands between.

    A proxy on this machine asks from here for everybody; whatever it has passed on is not from here.
    """
    headers = Headers(scope=scope)
    if any(name in headers for name in _FORWARDED):
        return False
    client = scope.get("client")
    return (client is None or is_loopback(client[0])) and host_named(headers.get("host", "")) in LOCAL_NAMES


_ASK_READER = 'Basic realm="caseboard", charset="UTF-8"'


def _asks_reader(fault: CaseboardError, scope: Scope) -> bool:
    """Say whether a feed reader is to be asked for the token as a password; many send none unasked."""
    return scope["path"] in FEEDS and isinstance(fault, TokenRequired | TokenInvalid)


def _token_shown(headers: Headers, *, takes_basic: bool) -> str | None:
    """Return the token that is shown, None for none. Raises: `TokenInvalid` for what is no token."""
    shown = headers.get("authorization")
    if shown is None:
        return None
    kind, _, token = shown.partition(" ")
    if kind.lower() == "basic" and takes_basic:
        token = _password(token.strip())
    elif kind.lower() != "bearer":
        token = ""
    if not token.strip():
        raise TokenInvalid("Show a token as `Authorization: Bearer <token>`.")
    return token.strip()


def _password(packed: str) -> str:
    try:
        return base64.b64decode(packed, validate=True).decode().partition(":")[2]
    except ValueError:
        return ""


def _principal(desk: Desk, headers: Headers, token: str | None, here: bool) -> Principal:
    if token is not None:
        return _shown(desk, token, headers)
    if here and not desk.sign_in and not (desk.store and has_tokens(desk.store)):
        return LOCAL_AGENT
    raise TokenRequired(
        "This desk asks for a token: `Authorization: Bearer <token>`. Its owner makes one with "
        "`caseboard token create --name NAME --scope read,publish`."
    )


def _shown(desk: Desk, token: str, headers: Headers) -> Principal:
    secret = desk.owner_secret
    if secret and hmac.compare_digest(secret.encode(), token.encode("utf-8", "replace")):
        return LOCAL_AGENT if headers.get(ACT_AS_AGENT) else LOCAL_OWNER
    if desk.store is None:
        raise desk.fault or StoreError("The database is closed. Restart the desk.")
    return principal_of(desk.store, token, datetime.now(UTC))
