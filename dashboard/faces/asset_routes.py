"""Serves the drawing engine of the clickable map; it never changes under its name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dashboard.parts.map_picture import ENGINE_PATH

_HEADERS = {"content-encoding": "gzip", "cache-control": "public, max-age=31536000, immutable"}


def asset_routes() -> list[Route]:
    """Return the route of the engine, which every browser of today takes packed."""

    async def engine(_request: Request) -> Response:
        return Response(_packed(), media_type="text/javascript", headers=_HEADERS)

    return [Route(ENGINE_PATH, engine)]


@cache
def _packed() -> bytes:
    return (files("dashboard") / "assets" / f"{ENGINE_PATH.rsplit('/', 1)[-1]}.gz").read_bytes()
