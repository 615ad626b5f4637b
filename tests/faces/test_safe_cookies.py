"""Behind HTTPS the cookies that say who one is cannot be planted, and none of them is sent in plain."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from dashboard.faces.safe_cookies import SafeCookies


async def _give(_request: Request) -> Response:
    answer = Response("given")
    answer.set_cookie("_streamlit_user", "ada", httponly=True, samesite="lax")
    answer.set_cookie("_streamlit_user_1", "piece", httponly=True)
    answer.set_cookie("_streamlit_xsrf", "x")
    answer.set_cookie("caseboard_viewer", "v", secure=True)
    answer.delete_cookie("_streamlit_session")
    return answer


async def _shown(request: Request) -> Response:
    return JSONResponse(request.cookies)


async def _shown_on_socket(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_json(socket.cookies)
    await socket.close()


ROUTES = [Route("/give", _give), Route("/shown", _shown), WebSocketRoute("/socket", _shown_on_socket)]


def client(scheme: str) -> TestClient:
    app = Starlette(routes=ROUTES, middleware=[Middleware(SafeCookies)])
    return TestClient(app, base_url=f"{scheme}://desk.example")


def test_over_https_cookies_get_names_that_only_this_host_can_give() -> None:
    safe = client("https")
    given = safe.get("/give").headers.get_list("set-cookie")
    names = [one.partition("=")[0] for one in given]
    assert names == [
        "__Host-_streamlit_user",
        "__Host-_streamlit_user_1",
        "_streamlit_xsrf",
        "__Host-caseboard_viewer",
        "__Host-_streamlit_session",
    ]
    assert all(one.lower().count("; secure") == 1 and "Path=/" in one for one in given)
    told = {
        "_streamlit_user": "ada",
        "_streamlit_user_1": "piece",
        "_streamlit_xsrf": "x",
        "caseboard_viewer": "v",
    }
    assert safe.get("/shown").json() == told
    with safe.websocket_connect("wss://desk.example/socket") as socket:
        assert socket.receive_json() == told


def test_over_http_they_keep_their_names() -> None:
    plain = client("http")
    given = plain.get("/give").headers.get_list("set-cookie")
    assert given[0].startswith("_streamlit_user=ada")
    assert "secure" not in given[0].lower()
    assert plain.get("/shown").json()["_streamlit_user"] == "ada"


@pytest.mark.parametrize(
    ("scheme", "cookies", "believed"),
    [
        ("https", "_streamlit_user=planted", {}),
        ("https", "_streamlit_user=planted; __Host-_streamlit_user=own", {"_streamlit_user": "own"}),
        ("https", "__Host-_streamlit_user=planted; __Host-_streamlit_user=own", {}),
        ("https", "_streamlit_session=planted; caseboard_viewer=planted; a=1", {"a": "1"}),
        ("https", "_streamlit_user_tokens_12=x; _streamlit_users=y", {"_streamlit_users": "y"}),
        ("http", "_streamlit_user=one; _streamlit_user=two; a=1; a=2", {"a": "1"}),
        ("http", "caseboard_viewer=one", {"caseboard_viewer": "one"}),
        ("http", "; ;=; =x;\x00", {}),
    ],
)
def test_a_planted_cookie_is_not_believed(scheme: str, cookies: str, believed: dict[str, str]) -> None:
    told = client(scheme).get("/shown", headers={"cookie": cookies}).json()
    assert {name: value for name, value in told.items() if name.strip("\x00")} == believed
