"""The only place that wires: settings, the store, the pages and what guards them, into one application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread

import anyio
import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from dashboard.current_desk import Desk, set_desk
from dashboard.desk_session import CASE_PAGES, PAGES
from dashboard.expiry_clock import expiries_settled
from dashboard.faces.access import Access
from dashboard.faces.asset_routes import asset_routes
from dashboard.faces.attachment_route import attachment_routes
from dashboard.faces.body_limit import BodyLimit
from dashboard.faces.calls import CALLS
from dashboard.faces.feed_routes import feed_routes
from dashboard.faces.first_page import first_page_routes
from dashboard.faces.live_route import live_routes
from dashboard.faces.mcp_face import McpFace
from dashboard.faces.openapi import document_routes
from dashboard.faces.otlp_face import OtlpFace
from dashboard.faces.rest_face import rest_routes
from dashboard.faces.safe_cookies import SafeCookies
from dashboard.faces.security_headers import AllowedHosts, SecurityHeaders
from dashboard.faces.sign_in_guard import SignInGuard
from dashboard.faces.viewer_cookie import ViewerCookie
from dashboard.loopback import LOCAL_NAMES
from dashboard.notice_sender import notices_sent
from dashboard.operation_clock import operations_examined
from dashboard.parts.fault import show_unexpected
from dashboard.parts.picture import warm_up
from dashboard.reporting_zone import keep_reporting_zone, with_reporting_zone
from dashboard.settings import SECOND_ENGINE, Settings
from dashboard.sign_in import SignIn, sign_in_of
from dashboard.sign_in_notes import finish_notes
from dashboard.webhook import webhook_of
from data_access.errors import StoreError
from data_access.store.connection import Store

_LONGEST_NOTES = 10
"""Seconds that a stopping desk waits for what is still to be noted."""
ENTRY_SCRIPT = Path(__file__).resolve().parent.parent / "pages" / "navigation.py"


def open_desk(settings: Settings) -> Desk:
    """Open the store that `settings` name; a database that cannot be opened becomes the desk's `fault`."""
    try:
        store = Store.open(settings.database)
    except StoreError as fault:
        return Desk(settings, None, fault)
    zoned = with_reporting_zone(settings, store)
    keep_reporting_zone(zoned, store)
    return Desk(zoned, store)


def create_app(settings: Settings, *, desk: Desk | None = None) -> st.App:
    """Build the application for `settings`; it opens `desk`, or a desk of its own, at start.

    Raises: `InvalidInput` where people could not sign in as the settings say.
    """
    sign_in = desk.sign_in if desk else sign_in_of(settings)
    mcp, otlp = McpFace(), OtlpFace()

    @asynccontextmanager
    async def lifespan(_app: st.App) -> AsyncIterator[dict[str, object]]:
        opened = desk or replace(open_desk(settings), sign_in=sign_in)
        set_desk(opened)
        Thread(target=warm_up, daemon=True).start()
        try:
            webhook = webhook_of(opened.settings)
            with (
                expiries_settled(opened.store),
                operations_examined(opened),
                notices_sent(opened.store, webhook),
                otlp.receiving(opened),
            ):
                async with mcp.running():
                    yield {"desk": opened}
        finally:
            await anyio.to_thread.run_sync(finish_notes, _LONGEST_NOTES)
            set_desk(None)
            if desk is None and opened.store is not None:
                opened.store.close()

    return st.App(
        ENTRY_SCRIPT,
        secrets={"auth": dict(sign_in.auth) if sign_in else {}},
        lifespan=lifespan,
        routes=[
            *first_page_routes(PAGES, CASE_PAGES),
            *asset_routes(),
            *live_routes(),
            *face_routes(mcp, otlp),
        ],
        middleware=guards(settings, sign_in),
        on_script_error=show_unexpected,
    )


def face_routes(mcp: McpFace, otlp: OtlpFace) -> list[BaseRoute]:
    """Return the routes of REST, its documents, MCP, and the receiver of traces."""
    return [
        *document_routes(),
        *feed_routes(),
        *mcp.routes,
        *otlp.routes,
        *attachment_routes(),
        *rest_routes(CALLS),
    ]


def guards(settings: Settings, sign_in: SignIn | None = None) -> list[Middleware]:
    """Return what every request passes, from the outside in."""
    signing = (sign_in.host,) if sign_in else ()
    hosts = tuple(dict.fromkeys((*LOCAL_NAMES, settings.host, *settings.allowed_hosts, *signing)))
    behind_proxy = bool(settings.trusted_proxies)
    return [
        Middleware(AllowedHosts, hosts=hosts),
        Middleware(SecurityHeaders, second_engine=settings.map_engine == SECOND_ENGINE),
        Middleware(SafeCookies),
        Middleware(ViewerCookie, behind_proxy=behind_proxy),
        Middleware(SignInGuard, sign_in=sign_in),
        Middleware(Access, hosts=hosts, behind_proxy=behind_proxy),
        Middleware(BodyLimit),
    ]
