"""Every answer keeps the browser on this desk, and a foreign host name gets none."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from dashboard.faces.first_page import first_page, first_page_routes, inline_script_hashes
from dashboard.faces.security_headers import (
    HEADERS,
    SECOND_ENGINE_PATH,
    AllowedHosts,
    SecurityHeaders,
)


async def _hello(_request: object) -> PlainTextResponse:
    return PlainTextResponse("hello", headers={"x-frame-options": "SAMEORIGIN"})


async def _talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


@pytest.fixture
def client() -> TestClient:
    guards = [Middleware(AllowedHosts, hosts=("localhost", "[::1]")), Middleware(SecurityHeaders)]
    routes = [Route("/hello", _hello), WebSocketRoute("/talk", _talk), *first_page_routes(("runs",))]
    return TestClient(Starlette(routes=routes, middleware=guards), base_url="http://localhost")


def test_every_answer_carries_the_headers_once(client: TestClient) -> None:
    answer = client.get("/hello")
    for name, value in HEADERS:
        assert answer.headers.get_list(name.decode()) == [value.decode()]


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "", "127.0.0.1:80", "evil.example:8501"]
)
def test_a_foreign_host_name_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/hello", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8501", "[::1]:8501"])
def test_an_own_host_name_is_answered(client: TestClient, host: str) -> None:
    assert client.get("/hello", headers={"host": host}).status_code == 200


def test_a_websocket_under_a_foreign_name_is_closed(client: TestClient) -> None:
    with client.websocket_connect("/talk", headers={"host": "localhost"}) as socket:
        assert socket.receive_text() == "hello"
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/talk", headers={"host": "evil.example"}),
    ):
        pass


def test_the_first_document_is_our_own_and_its_scripts_are_named(client: TestClient) -> None:
    answer = client.get("/runs")
    assert "<title>Caseboard</title>" in answer.text
    assert "service-desc" not in first_page()
    assert len(inline_script_hashes()) == first_page().count("<script>") == 2
    policy = answer.headers["content-security-policy"]
    assert all(digest in policy for digest in inline_script_hashes())
    scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe" not in scripts


@pytest.mark.parametrize(
    ("path", "chosen", "frames", "framed_by", "kept_apart"),
    [
        ("/hello", False, "frame-src 'none'", "frame-ancestors 'none'", False),
        ("/hello", True, "frame-src 'self'", "frame-ancestors 'none'", False),
        (SECOND_ENGINE_PATH, False, "frame-src 'none'", "frame-ancestors 'none'", False),
        (SECOND_ENGINE_PATH, True, "default-src 'none'", "frame-ancestors 'self'", True),
    ],
)
def test_only_the_chosen_second_engine_is_framed_and_that_frame_is_kept_apart(
    path: str, chosen: bool, frames: str, framed_by: str, kept_apart: bool
) -> None:
    guard = Middleware(SecurityHeaders, second_engine=chosen)
    app = Starlette(routes=[Route(path, _hello)], middleware=[guard])
    answer = TestClient(app).get(path)
    policy = answer.headers["content-security-policy"].split("; ")
    assert {frames, framed_by} <= set(policy)
    assert ("sandbox allow-scripts" in policy) == kept_apart
    assert ("x-frame-options" in answer.headers) != kept_apart
    assert ("connect-src 'self'" in policy) != kept_apart
