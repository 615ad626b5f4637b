"""Guards what a browser reaches beside the pages of a desk with sign-in, and leads people back to their page.

The pages ask by themselves who looks at them. Files they offer, uploads and the figures of the server are
answered past them, and are for whoever signed in. Signing out ends a sign-in for every tab and every copy of
its cookie.
"""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import parse_qs

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.current_desk import current_store
from dashboard.desk_changes import LIVE_PATH
from dashboard.faces.error_answers import error_answer
from dashboard.faces.identity_cookie import COOKIE, claims_shown
from dashboard.page_viewer import VIEWER_HEADER, viewer_told
from dashboard.sign_in import CALLBACK, SignIn
from dashboard.sign_in_notes import end_sign_in, has_ended
from dashboard.way_back import take_way_back
from data_access.contracts.principal import Principal
from data_access.contracts.principal import Scope as AccessScope
from data_access.contracts.sign_in import SignedInPerson
from data_access.errors import CaseboardError, ForeignHost, SignInRequired

_SIGN_IN = "/auth/login"
_SIGN_OUT = "/auth/logout"
_UPLOADS = "/_stcore/upload_file"
_BESIDE_PAGES: dict[str, tuple[AccessScope, ...]] = {
    "/media": ("read",),
    LIVE_PATH: ("read",),
    _UPLOADS: ("publish", "decide"),  # logs to import, files of facts
    "/_stcore/metrics": ("read",),
}
"""Any one of these scopes will do."""
FAILED = "sign_in=failed"
"""What is added to the address of whoever comes back without having signed in."""


class SignInGuard:
    """Wraps an ASGI application; on a desk without sign-in only uploads ask who sends them."""

    def __init__(self, app: ASGIApp, sign_in: SignIn | None) -> None:
        self._app = app
        self._sign_in = sign_in

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, or refuse."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        needed = _needed(scope["path"])
        try:
            if needed is not None:
                await anyio.to_thread.run_sync(self._require, scope, needed)
            elif scope["path"] == _SIGN_OUT:
                _refuse_foreign_page(scope)
                await anyio.to_thread.run_sync(self._end, scope)
        except CaseboardError as fault:
            await error_answer(fault)(scope, receive, send)
            return
        leads_back = self._sign_in is not None and scope["path"] in (_SIGN_IN, CALLBACK)
        await self._app(scope, receive, _leading_back(scope, send) if leads_back else send)

    def _require(self, scope: Scope, needed: tuple[AccessScope, ...]) -> None:
        if self._sign_in is None:
            _require_one(viewer_told(Headers(scope=scope)), needed)
            return
        person = self._person(scope)
        if person is None or has_ended(current_store(), person.sign_in_id):
            raise SignInRequired("Sign in on the pages of this desk first.")
        _require_one(person.principal, needed)

    def _end(self, scope: Scope) -> None:
        person = self._person(scope)
        if person is not None:
            end_sign_in(current_store(), person)

    def _person(self, scope: Scope) -> SignedInPerson | None:
        if self._sign_in is None:
            return None
        cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
        claims = claims_shown(
            cookies, self._sign_in.cookie_secret, origin=self._sign_in.origin, longest=self._sign_in.longest
        )
        return self._sign_in.person(claims, datetime.now(UTC)) if claims else None


def _require_one(principal: Principal, needed: tuple[AccessScope, ...]) -> None:
    if not principal.scopes.intersection(needed):
        principal.require(needed[0])


def _needed(path: str) -> tuple[AccessScope, ...] | None:
    """Return the scopes of which what stands beside the pages needs one; None for everything else."""
    return next(
        (
            scopes
            for begins, scopes in _BESIDE_PAGES.items()
            if path == begins or path.startswith(f"{begins}/")
        ),
        None,
    )


def _refuse_foreign_page(scope: Scope) -> None:
    if Headers(scope=scope).get("sec-fetch-site") in {"cross-site", "same-site"}:
        raise ForeignHost("A page of another host may not sign people out of this desk.")


def _leading_back(scope: Scope, send: Send) -> Send:
    """Return a `send` that leads people back to their page, from the provider or where it is out of reach."""
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    viewer = Headers(scope=scope).get(VIEWER_HEADER)

    async def leading(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            is_stuck = message["status"] >= 400
            if is_stuck or (asked.keys() & {"state", "error"} and headers.get("location") == "/"):
                way = take_way_back(viewer) if viewer else "/"
                failed = "" if _has_signed_in(headers) else f"{'&' if '?' in way else '?'}{FAILED}"
                headers["location"] = way + failed
                message = {**message, "status": 302}
        await send(message)

    return leading


def _has_signed_in(headers: MutableHeaders) -> bool:
    given = headers.getlist("set-cookie")
    return any(one.startswith(f"{COOKIE}=") and "max-age=0" not in one.lower() for one in given)
