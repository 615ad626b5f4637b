"""A browser is known again by a cookie no script reads, and is the owner on the desk's own machine only."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from dashboard.faces.viewer_cookie import ViewerCookie
from dashboard.page_viewer import IS_LOCAL, VIEWER_COOKIE, VIEWER_HEADER, viewer_told
from data_access.contracts.principal import LOCAL_OWNER, Principal
from data_access.errors import PermissionDenied
from data_access.rules.viewer_identity import viewer_id


async def _page(_request: Request) -> HTMLResponse:
    return HTMLResponse("<p>page</p>")


async def _told(request: Request) -> JSONResponse:
    return JSONResponse({"id": viewer_told(request.headers).id})


async def _told_on_socket(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(viewer_told(socket.headers).id)
    await socket.close()


def client(host: str, name: str = "localhost") -> TestClient:
    routes = [Route("/", _page), Route("/told", _told), WebSocketRoute("/socket", _told_on_socket)]
    app = Starlette(routes=routes, middleware=[Middleware(ViewerCookie)])
    return TestClient(app, base_url=f"http://{name}", client=(host, 5000))


def test_a_page_gives_the_cookie_once_and_nothing_else_does() -> None:
    here = client("127.0.0.1")
    assert "set-cookie" not in here.get("/told").headers
    given = here.get("/").headers["set-cookie"]
    assert all(word in given for word in (VIEWER_COOKIE, "HttpOnly", "SameSite=Lax", "Path=/"))
    assert "set-cookie" not in here.get("/").headers


@pytest.mark.parametrize(
    ("host", "name"),
    [("192.0.2.7", "localhost"), ("127.0.0.1", "desk.example"), ("192.0.2.7", "desk.example")],
)
def test_whoever_comes_from_elsewhere_or_through_a_proxy_is_no_owner(host: str, name: str) -> None:
    far = client(host, name)
    spoofed = {IS_LOCAL: "1", VIEWER_HEADER: "somebody"}
    assert far.get("/told", headers=spoofed).json() == {"id": "viewer"}
    far.get("/")
    known = far.get("/told", headers=spoofed).json()["id"]
    assert known == viewer_id(far.cookies[VIEWER_COOKIE])
    assert far.cookies[VIEWER_COOKIE] not in known, "whoever reads an id cannot come as that browser"
    kept = {"cookie": f"{VIEWER_COOKIE}={far.cookies[VIEWER_COOKIE]}"}
    with far.websocket_connect(f"ws://{name}/socket", headers=spoofed | kept) as socket:
        assert socket.receive_text() == known


@pytest.mark.parametrize("header", ["forwarded", "x-forwarded-for", "x-real-ip", "x-forwarded-proto", "via"])
def test_what_a_proxy_of_this_machine_passes_on_is_not_from_this_machine(header: str) -> None:
    assert client("127.0.0.1").get("/told", headers={header: "127.0.0.1"}).json() == {"id": "viewer"}


@pytest.mark.parametrize(
    ("here", "scopes"), [("1", {"read", "publish", "decide", "operate"}), ("0", {"read", "decide"})]
)
def test_a_typed_name_is_that_of_somebody_unverified_who_may_no_more_than_before(
    here: str, scopes: set
) -> None:
    told = {"host": "localhost", VIEWER_HEADER: viewer_id("a" * 22), IS_LOCAL: here}
    assert viewer_told(told, "Ada") == Principal(
        kind="person", id=viewer_id("a" * 22), name="Ada", scopes=frozenset(scopes), is_verified=False
    )


def test_a_browser_of_this_machine_is_the_owner() -> None:
    here = client("127.0.0.1")
    assert here.get("/told").json() == {"id": LOCAL_OWNER.id}
    with here.websocket_connect("ws://localhost/socket") as socket:
        assert socket.receive_text() == LOCAL_OWNER.id


@pytest.mark.parametrize("cookie", ["", "x", "a" * 500, "../../etc", "a" * 22 + "\u00e9"])
def test_a_cookie_that_the_desk_did_not_make_counts_for_nothing(cookie: str) -> None:
    far = client("192.0.2.7")
    headers = {"cookie": f"{VIEWER_COOKIE}={cookie}".encode("latin-1")}
    assert far.get("/told", headers=headers).json() == {"id": "viewer"}


def test_a_viewer_from_elsewhere_does_not_look_after_the_desk() -> None:
    viewer = viewer_told({"host": "desk.example", VIEWER_HEADER: viewer_id("a" * 22), IS_LOCAL: "0"})
    assert not viewer.is_verified
    with pytest.raises(PermissionDenied):
        viewer.require("operate")
