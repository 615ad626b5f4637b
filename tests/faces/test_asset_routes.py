"""The engine of the map is served as it was recorded, packed, for ever."""

from __future__ import annotations

import gzip
import hashlib
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.testclient import TestClient

from dashboard.faces.asset_routes import asset_routes
from dashboard.parts.map_picture import ENGINE_PATH


def test_the_engine_is_the_recorded_one_and_is_served_packed(checkout: Path) -> None:
    packed = (files("dashboard") / "assets" / "mermaid-12.0.0.js.gz").read_bytes()
    record = next((checkout / "docs" / "decisions").glob("0021-*.md")).read_text(encoding="utf-8")
    assert hashlib.sha256(gzip.decompress(packed)).hexdigest() in record
    answer = TestClient(Starlette(routes=asset_routes())).get(ENGINE_PATH)
    assert (answer.status_code, answer.headers["content-type"], answer.headers["content-encoding"]) == (
        200,
        "text/javascript; charset=utf-8",
        "gzip",
    )
    assert answer.content == gzip.decompress(packed)
