"""The only place that wires: settings, the store, the pages and what guards them, into one application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from dashboard.current_desk import Desk, set_desk
from dashboard.desk_session import PAGES
from dashboard.expiry_clock import expiries_settled
from dashboard.faces.access import Access
from dashboard.faces.body_limit import BodyLimit
from dashboard.faces.calls import CALLS
from dashboard.faces.first_page import first_page_routes
from dashboard.faces.mcp_face import McpFace
from dashboard.faces.openapi import document_routes
from dashboard.faces.rest_face import rest_routes
from dashboard.faces.security_headers import AllowedHosts, SecurityHeaders
from dashboard.faces.viewer_cookie import ViewerCookie
from dashboard.loopback import LOCAL_NAMES
from dashboard.parts.fault import show_unexpected
from dashboard.parts.picture import warm_up
from dashboard.reporting_zone import keep_reporting_zone, with_reporting_zone
from dashboard.settings import Settings
from data_access.errors import StoreError
from data_access.store.connection import Store

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
    """Build the application for `settings`; it opens `desk`, or a desk of its own, at start."""

    mcp = McpFace()

    @asynccontextmanager
    async def lifespan(_app: st.App) -> AsyncIterator[dict[str, object]]:
        opened = desk or open_desk(settings)
        set_desk(opened)
        Thread(target=warm_up, daemon=True).start()
        try:
            with expiries_settled(opened.store):
                async with mcp.running():
                    yield {"desk": opened}
        finally:
            set_desk(None)
            if desk is None and opened.store is not None:
                opened.store.close()

    return st.App(
        ENTRY_SCRIPT,
        lifespan=lifespan,
        routes=[*first_page_routes(PAGES), *face_routes(mcp)],
        middleware=guards(settings),
        on_script_error=show_unexpected,
    )


def face_routes(mcp: McpFace) -> list[BaseRoute]:
    """Return the routes of REST, its documents, and MCP."""
    return [*document_routes(), *mcp.routes, *rest_routes(CALLS)]


def guards(settings: Settings) -> list[Middleware]:
    """Return what every request passes, from the outside in."""
    hosts = tuple(dict.fromkeys((*LOCAL_NAMES, settings.host, *settings.allowed_hosts)))
    return [
        Middleware(AllowedHosts, hosts=hosts),
        Middleware(SecurityHeaders),
        Middleware(ViewerCookie),
        Middleware(Access, hosts=hosts),
        Middleware(BodyLimit),
    ]
