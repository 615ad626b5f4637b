"""The engine of the map is served as it was recorded, packed, for ever."""

from __future__ import annotations

import gzip
import hashlib
import re
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.testclient import TestClient

from dashboard.faces.asset_routes import asset_routes
from dashboard.faces.first_page import first_page, first_page_routes
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


def test_pages_of_cases_begin_with_the_engine_early_and_other_pages_do_not() -> None:
    routes = [*first_page_routes(("runs", "report"), frozenset({"report"})), *asset_routes()]
    client = TestClient(Starlette(routes=routes))
    early = client.get("/report").text
    [start] = re.findall(r'<script async src="([^"]+)" data-engine="([^"]+)"></script>', early)
    assert start[1] == ENGINE_PATH
    assert f'<link rel="preload" as="script" href="{ENGINE_PATH}" fetchpriority="low" />' in early
    script = client.get(start[0])
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    assert "mapEngineLoading" in script.text
    assert client.get("/runs").text == first_page()
    assert ENGINE_PATH not in first_page()
