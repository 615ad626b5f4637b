"""Programs that speak the language of the pages are told no more than a browser before sign-in."""

from __future__ import annotations

from collections.abc import Callable

import httpx2
import pytest
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.sign_in.conftest import GuardedDesk, sign_in
from tests.sign_in.test_sign_in_in_chromium import A_RUN, heard

SECRETS = (b"Tide", b"harbour", b"claude-", b"desk.duckdb")


def told(
    desk: GuardedDesk, *, session: str = "", headers: dict[str, str] | None = None, **rerun: str
) -> bytes:
    """Open a connection as a page does, ask for a page to be drawn, and return all that is sent."""
    stream = desk.address.replace("http", "ws") + "/_stcore/stream"
    ask = BackMsg()
    ask.rerun_script.query_string = rerun.get("query", "")
    ask.rerun_script.page_name = rerun.get("page", "")
    ask.rerun_script.fragment_id = rerun.get("fragment", "")
    sent = b""
    names = ["streamlit", "PLACEHOLDER_AUTH_TOKEN", session] if session else ["streamlit"]
    with connect(stream, subprotocols=names, additional_headers=headers, max_size=None) as socket:
        socket.send(ask.SerializeToString())
        is_drawn = False
        while not is_drawn:
            frame = socket.recv(timeout=60)
            assert isinstance(frame, bytes)
            sent += frame
            message = ForwardMsg()
            message.ParseFromString(frame)
            is_drawn = message.WhichOneof("type") == "script_finished"
    return sent


@pytest.mark.parametrize("page", ["", "runs", "connect", "import_records"])
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"caseboard-is-local": "1", "caseboard-viewer": "viewer-" + "0" * 32},
        {"x-forwarded-for": "127.0.0.1", "x-streamlit-user": "eyJlbWFpbCI6ICJraW1AZXhhbXBsZS5vcmcifQ=="},
        {"cookie": "_streamlit_user=x; _streamlit_xsrf=2|00|00|1; caseboard_viewer=" + "a" * 22},
    ],
)
def test_a_connection_without_sign_in_is_told_nothing(
    desk: GuardedDesk, page: str, headers: dict[str, str]
) -> None:
    sent = told(desk, page=page, query="q=tide&period=all", headers=headers)
    assert b"Sign in" in sent
    assert not [word for word in SECRETS if word in sent]


def test_the_session_of_somebody_who_left_is_not_taken_over(desk: GuardedDesk, someone: Callable) -> None:
    page = someone()
    frames = heard(page)
    sign_in(page, desk.address, "ada", "/runs")
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    sessions = set()
    for frame in frames:
        message = ForwardMsg()
        message.ParseFromString(frame)
        if message.WhichOneof("type") == "new_session":
            sessions.add(message.new_session.initialize.session_id)
    assert len(sessions - {""}) >= 1
    page.close()
    for session in sessions - {""}:
        sent = told(desk, page="runs", session=session)
        assert b"Sign in" in sent
        assert not [word for word in SECRETS if word in sent]


def test_a_page_of_another_host_opens_no_connection(desk: GuardedDesk, someone: Callable) -> None:
    page = someone()
    sign_in(page, desk.address, "bob", "/runs")
    expect(page.get_by_text(A_RUN).first).to_be_visible()
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in page.context.cookies(desk.address))
    with pytest.raises(WebSocketException):
        told(desk, page="runs", headers={"cookie": cookies, "origin": "https://evil.example"})
    sent = told(desk, page="runs", headers={"cookie": cookies, "origin": desk.address})
    assert not [word for word in SECRETS if word in sent], (
        "a cookie without the page's own proof is not enough"
    )


@pytest.mark.parametrize(
    "path", ["//evil.example", "/%2f%2fevil.example", "/runs?next=https://evil.example", "/\\evil.example"]
)
def test_nobody_is_led_to_another_host(desk: GuardedDesk, path: str) -> None:
    with httpx2.Client(base_url=desk.address, follow_redirects=False) as asking:
        asking.get("/")
        for asked in (path, f"/oauth2callback?state=x&next={path}", "/oauth2callback?error=x&state=" + path):
            where = asking.get(asked).headers.get("location", "/")
            assert where.startswith("/")
            assert not where.startswith(("//", "/\\"))


@pytest.mark.parametrize("path", ["/_stcore/agent", "/_stcore/agent/run", "/_stcore/script-health-check"])
def test_what_the_screen_library_offers_programs_is_off(desk: GuardedDesk, path: str) -> None:
    for ask in (httpx2.get, httpx2.post):
        answer = ask(desk.address + path)
        assert answer.status_code in (401, 403, 404, 405) or b"<!doctype html" in answer.content.lower()
        assert not [word for word in SECRETS if word in answer.content]
