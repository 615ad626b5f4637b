"""Runs the desk's application in one server process until it is stopped."""

from __future__ import annotations

import socket

import uvicorn

from dashboard.app import create_app
from dashboard.current_desk import Desk
from dashboard.settings import Settings


def serve(settings: Settings, *, desk: Desk | None = None, door: socket.socket | None = None) -> None:
    """Serve `settings` on `door`, else on their host and port; returns after SIGINT or SIGTERM."""
    config = uvicorn.Config(
        create_app(settings, desk=desk),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        # What a proxy says of who asks counts only where the settings name that proxy.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[door] if door else None)
