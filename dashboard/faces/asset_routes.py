"""Serves the engine that draws maps, and what begins with it early; neither changes under its name."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dashboard.parts.map_picture import ENGINE_PATH

_FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
_PACKED = {"content-encoding": "gzip", **_FOR_EVER}


def asset_routes() -> list[Route]:
    """Return the routes of the engine, which every browser takes packed, and of what begins with it."""

    async def engine(_request: Request) -> Response:
        return Response(_packed(), media_type="text/javascript", headers=_PACKED)

    async def start(_request: Request) -> Response:
        return Response(map_start(), media_type="text/javascript", headers=_FOR_EVER)

    return [Route(ENGINE_PATH, engine), Route(map_start_path(), start)]


def map_start_path() -> str:
    """Return where a page finds the script that begins with the engine; its name changes with its content."""
    return f"/assets/map-start-{hashlib.sha256(map_start().encode()).hexdigest()[:12]}.js"


@cache
def map_start() -> str:
    """Return the script that begins with the engine."""
    return (files("dashboard") / "assets" / "map_start.js").read_text(encoding="utf-8")


@cache
def _packed() -> bytes:
    return (files("dashboard") / "assets" / f"{ENGINE_PATH.rsplit('/', 1)[-1]}.gz").read_bytes()
